/** Length in characters as people count them: an emoji is one, not two. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** On one line, for lists that are read line by line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

const CONTROL = /\p{Cc}/u;
const MAX_ID = 64;
const MAX_CONTENT = 500;

/** The rule an item's id breaks, or undefined. Dots, `$` and emoji are fine: an id is never a key. */
export function idFault(id: string): string | undefined {
  if (!id.isWellFormed() || CONTROL.test(id)) {
    return 'an id must be well-formed text without control characters';
  }
  const length = characters(id);
  return length < 1 || length > MAX_ID ? `an id has 1 to ${MAX_ID} characters` : undefined;
}

/** The rule an item's content breaks, or undefined. */
export function contentFault(content: string): string | undefined {
  return content.trim() === '' || characters(content) > MAX_CONTENT
    ? `content has 1 to ${MAX_CONTENT} characters`
    : undefined;
}
