/** What a library makes of a text. */
export interface Detected {
  /** ISO 639-1; empty where it has no idea. */
  readonly language: string;
  isReliable(): boolean;
}

/** Enough to tell a language by; what a user pastes below it is mostly not theirs. */
const MAX_LENGTH = 1_000;
/** Paths, code, numbers and marks tell nothing of the language around them. */
const MACHINE_WORD = /[\d/\\_[\]{}<>=@#`|]/u;
/** Their script alone tells them, so a word or two are enough. */
const OWN_SCRIPT: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

/** The language of the first of these texts that can be told with some certainty; undefined where none can. */
export function detectLanguage(
  texts: readonly string[],
  detect: (text: string) => Detected,
): string | undefined {
  for (const text of texts) {
    const words = text.slice(0, MAX_LENGTH).split(/\s+/u);
    const plain = words.filter((word) => !MACHINE_WORD.test(word)).join(' ');
    if (plain.trim() === '') continue;
    const found = detect(plain);
    if (found.language === '') continue;
    if (found.isReliable() || OWN_SCRIPT.has(found.language)) return found.language;
  }
  return undefined;
}
