import { pathsIn } from './words';

/** What can be said about a file from its text alone. */
export interface FileNotes {
  readonly path: string;
  readonly title: string;
  readonly opening: string;
  readonly headings: readonly string[];
  readonly lines: number;
  /** Sentences that hold keywords, those with the most first. */
  readonly mentions: readonly string[];
}

/** The text of a file out of a read tool's result: bare, or in the `content` or `text` of a JSON object. */
export function fileText(result: string): string {
  if (!result.startsWith('{')) return result;
  try {
    const value: unknown = JSON.parse(result);
    if (typeof value !== 'object' || value === null) return result;
    const { content, text } = value as { content?: unknown; text?: unknown };
    if (typeof content === 'string') return content;
    return typeof text === 'string' ? text : result;
  } catch {
    return result;
  }
}

/** Notes on one file. */
export function takeNotes(path: string, text: string, keywords: readonly string[]): FileNotes {
  const lines = text.split('\n').map((line) => line.trim());
  // A read that was cut short says so in its last line.
  const cut = /^\[Lines \d+\D+\d+ of (\d+);/.exec(lines.at(-1) ?? '');
  if (cut) lines.pop();
  const total = cut
    ? Number(cut[1])
    : lines.length - (lines.length > 1 && lines.at(-1) === '' ? 1 : 0);
  const plain = withoutBlocks(lines);
  const headings = plain.flatMap((line) => /^#{1,4} +(.+)$/.exec(line)?.[1] ?? []);
  const code = lines.filter((line) => /^(export|function|class|def|func|public) /.test(line));
  return {
    path,
    title: headings[0] ?? path.split('/').at(-1) ?? path,
    opening:
      (isSource(path) ? docComment(text) : firstParagraph(plain)) ||
      (code[0] ?? plain.find((line) => line !== '') ?? ''),
    headings: headings.length > 1 ? headings.slice(1, 9) : code.slice(0, 6),
    lines: total,
    mentions: isSource(path) ? [] : sentencesAbout(plain, keywords).slice(0, 4),
  };
}

const isSource = (path: string): boolean => !/\.(md|mdx|txt|rst|adoc)$/i.test(path);

/** The first documentation comment of a source file as running text. */
function docComment(text: string): string {
  const inner = /\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? '';
  return inner.replace(/^[ \t]*\*/gm, ' ').trim();
}

/** The lines outside of fenced blocks. */
function withoutBlocks(lines: readonly string[]): string[] {
  let inside = false;
  return lines.filter((line) => {
    const fence = /^(```|~~~)/.test(line);
    if (fence) inside = !inside;
    return !fence && !inside;
  });
}

/** The sentences of the prose that hold any of the words, those with the most of them first. */
function sentencesAbout(lines: readonly string[], words: readonly string[]): string[] {
  const shapes = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'iu'));
  return paragraphs(lines)
    .flatMap((text) => text.split(/(?<=[.!?:]) +(?=[\p{Lu}`*"“])/u))
    .map((text) => ({ text, hits: shapes.filter((shape) => shape.test(text)).length }))
    .filter(({ text, hits }) => hits > 0 && text.length > 20)
    .sort((a, b) => b.hits - a.hits)
    .map(({ text }) => text);
}

/** Running text, a paragraph or list entry each: no headings, no tables. */
function paragraphs(lines: readonly string[]): string[] {
  const found: string[] = [];
  let open = false;
  for (const line of lines) {
    const entry = /^(?:[*+-]|\d+\.) +(.*)$/.exec(line)?.[1];
    const prose = line !== '' && !/^[#|>]/.test(line);
    if (prose && open && entry === undefined) found.push(`${found.pop() ?? ''} ${line}`);
    else if (prose) found.push(entry ?? line);
    open = prose;
  }
  return found;
}

/** Lines of prose up to the first that is none. */
function firstParagraph(lines: readonly string[]): string {
  const isProse = (line: string): boolean => /^[\p{L}*_`"“]/u.test(line) && line.includes(' ');
  const from = lines.findIndex((line) => isProse(line) && line.length > 40);
  if (from < 0) return '';
  const length = lines.slice(from).findIndex((line) => !isProse(line));
  return lines.slice(from, length < 0 ? undefined : from + length).join(' ');
}

/**
 * Paths of files that a listing, find or search result names. Names in a listing of a folder belong
 * below it; folders end with `/` here and are left out.
 */
export function filesIn(result: string, folder = ''): string[] {
  const base = folder === '' || folder === '.' ? '' : `${folder.replace(/\/$/, '')}/`;
  return pathsIn(result).map((path) => (path.includes('/') ? path : `${base}${path}`));
}

/** Paths of files in which a search found something: those before the line numbers, not those in the lines. */
export function filesWithHits(result: string): string[] {
  return [...new Set([...result.matchAll(/^([^\s:]+):\d+:/gm)].map((match) => match[1] ?? ''))];
}

/** The places that a search found, a line each; those in tests only if there are no others. */
export function placesIn(result: string): string[] {
  const lines = result.split(/\n|(?<=\}),/).map((line) => line.trim());
  const named = lines.filter((line) => pathsIn(line).length > 0);
  const own = named.filter((line) => !/\.(spec|test)\.\w+:/.test(line));
  return own.length > 0 ? own : named;
}

/** Names of the folders in a listing, as far as it says which entries are folders. */
export function foldersIn(result: string): string[] {
  const marked = result.match(/^[\w.@-]+(?=\/$)/gm) ?? [];
  const typed = [
    ...result.matchAll(/"name": ?"([\w.@-]+)", ?"type": ?"(?:folder|directory|dir)"/g),
  ];
  return [...new Set([...marked, ...typed.map((match) => match[1] ?? '')])].filter(Boolean);
}
