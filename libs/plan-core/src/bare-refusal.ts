import { REFUSAL_SIGNS } from './reject-phrases';

/** Longer messages say more than no; it also bounds the search. */
const MAX_LENGTH = 120;
const SPACE = /\s+/gu;
const APOSTROPHE = /['’‘ʼ`´]/gu;
/** Punctuation, symbols and emoji with their joiners, variation selectors, key caps and controls. */
const NOISE = /[\p{P}\p{S}\p{Cf}\p{Cc}\uFE0E\uFE0F\u20E3]/gu;
const CJK = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/**
 * Whether a message is nothing but a refusal: one of the phrases, or several in a row ("No! Stop.").
 * Case, punctuation, emoji and outer space do not count.
 */
export function isBareRefusal(content: string, phrases: readonly string[]): boolean {
  if (content.length > MAX_LENGTH * 2) return false;
  const spaced = bare(content, ' ');
  if (spaced === '') return REFUSAL_SIGNS.some((sign) => content.includes(sign));
  const refusals = phrases.flatMap((phrase) => [bare(phrase, ' '), bare(phrase, '')]);
  return isSequence(spaced, refusals) || isSequence(bare(content, ''), refusals);
}

function bare(text: string, punctuation: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(APOSTROPHE, '')
    .replace(SPACE, ' ')
    .replace(NOISE, punctuation)
    .replace(SPACE, ' ')
    .trim();
}

/** Whether `text` can be laid out with phrases, each a word of its own (scripts without spaces need none). */
function isSequence(text: string, phrases: readonly string[]): boolean {
  if (text.length > MAX_LENGTH) return false;
  const reached = new Array<boolean>(text.length + 1).fill(false);
  reached[0] = true;
  for (let at = 0; at < text.length; at += 1) {
    if (!reached[at]) continue;
    if (text[at] === ' ') reached[at + 1] = true;
    for (const phrase of phrases) {
      const end = at + phrase.length;
      if (phrase !== '' && text.startsWith(phrase, at) && isBoundary(text, end))
        reached[end] = true;
    }
  }
  return reached[text.length] === true && text.length > 0;
}

function isBoundary(text: string, at: number): boolean {
  const before = text[at - 1];
  const after = text[at];
  if (before === undefined || after === undefined || after === ' ') return true;
  return CJK.test(before) && CJK.test(after);
}
