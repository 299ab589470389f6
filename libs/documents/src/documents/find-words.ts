import { cutText } from '@vance/kernel';

const MAX_WORDS = 8;
const MAX_SNIPPETS = 3;
const SNIPPET_LENGTH = 200;

/** The words of a search, as plain text. */
export function wordsOf(query: string): readonly string[] {
  return [...new Set(query.toLowerCase().split(/\s+/))]
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => cutText(word, 64));
}

/** The first lines that hold one of the words. */
export function snippetsOf(content: string, words: readonly string[]): readonly string[] {
  const snippets: string[] = [];
  for (const line of content.split('\n')) {
    const lower = line.toLowerCase();
    if (!words.some((word) => lower.includes(word))) continue;
    snippets.push(cutText(line.trim(), SNIPPET_LENGTH));
    if (snippets.length === MAX_SNIPPETS) break;
  }
  return snippets;
}
