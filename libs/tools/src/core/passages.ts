import { cutText } from '@vance/kernel';

/** About how long a passage is, in characters, and how long at most. */
const USUAL = 900;
const MOST = 1_500;

/**
 * Cuts a text into passages to be searched: whole paragraphs as long as they fit together, each heading with what
 * follows it; a longer paragraph at the ends of its sentences or words.
 */
export function passagesOf(text: string): readonly string[] {
  const passages: string[] = [];
  let current = '';
  for (const paragraph of paragraphsOf(text)) {
    const joined = current === '' ? paragraph : `${current}\n\n${paragraph}`;
    const begins = isHeading(paragraph) && !isHeading(lastLine(current));
    if (current !== '' && (begins ? current.length > USUAL / 2 : joined.length > USUAL)) {
      passages.push(current);
      current = paragraph;
    } else current = joined;
  }
  return current === '' ? passages : [...passages, current];
}

function paragraphsOf(text: string): readonly string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap(pieces);
}

function pieces(paragraph: string): readonly string[] {
  const found: string[] = [];
  let rest = paragraph;
  while (rest.length > MOST) {
    const piece = cutText(rest, cutAt(rest.slice(0, MOST)));
    found.push(piece.trim());
    rest = rest.slice(piece.length).trim();
  }
  return rest === '' ? found : [...found, rest];
}

/** The last end of a sentence in the second half of a stretch, else of a line, else of a word, else its end. */
function cutAt(stretch: string): number {
  const ends = [/[.!?。！？](?=[\s"')\]]|$)/g, /\n/g, /\s/g].map((end) => lastEnd(stretch, end));
  return ends.find((at) => at > stretch.length / 2) ?? stretch.length;
}

function lastEnd(stretch: string, end: RegExp): number {
  let last = 0;
  for (const match of stretch.matchAll(end)) last = match.index + match[0].length;
  return last;
}

const isHeading = (paragraph: string): boolean => /^#{1,6} \S[^\n]*/.test(paragraph);
const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1);
