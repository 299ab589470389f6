import { takeNotes, type FileNotes } from './material';
import { brief } from './words';

/** A file with its text, undefined if it could not be read. */
export interface ReadFile {
  readonly path: string;
  readonly text: string | undefined;
}

/** What a search gave: the word and the lines found. */
export interface SearchResult {
  readonly word: string;
  readonly lines: readonly string[];
}

/** The report's Markdown, made of nothing but what was read. */
export function reportMarkdown(
  goal: string,
  words: readonly string[],
  files: readonly ReadFile[],
  searches: readonly SearchResult[],
  wishes: readonly string[],
): string {
  const read = files.flatMap(({ path, text }) =>
    text === undefined ? [] : [takeNotes(path, text, words)],
  );
  const missing = files.filter((file) => file.text === undefined);
  return [
    `# ${brief(goal, 100)}`,
    '',
    `Read for this report: ${read.map((notes) => `\`${notes.path}\``).join(', ') || 'nothing'}.`,
    ...(missing.length > 0
      ? [`Could not be read: ${missing.map(({ path }) => `\`${path}\``).join(', ')}.`]
      : []),
    ...(wishes.length > 0 ? ['', '## Wishes', '', ...wishes.map((wish) => `* ${wish}`)] : []),
    ...read.flatMap(section),
    ...searches.flatMap(searchSection),
    '',
    '---',
    'Written by the demo model: collected and quoted, not judged.',
    '',
  ].join('\n');
}

function section(notes: FileNotes): string[] {
  return [
    '',
    `## ${brief(notes.title, 80)}`,
    '',
    `\`${notes.path}\`, ${notes.lines} lines.`,
    '',
    `> ${brief(notes.opening, 400)}`,
    ...list('It covers:', notes.headings),
    ...list('What it says about the topic:', notes.mentions),
  ];
}

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, '', ...lines.map((line) => `* ${brief(line, 240)}`)];

function searchSection({ word, lines }: SearchResult): string[] {
  return [
    '',
    `## Where “${word}” appears`,
    '',
    ...(lines.length === 0 ? ['Nowhere.'] : lines.map((line) => `* ${brief(line, 200)}`)),
  ];
}
