import type { FinishReason } from '@vance/llm';

/** Gemini's word → ours; a word that is not here is `other`. */
const FINISH: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'filtered',
  RECITATION: 'filtered',
  BLOCKLIST: 'filtered',
  PROHIBITED_CONTENT: 'filtered',
  SPII: 'filtered',
  IMAGE_SAFETY: 'filtered',
  IMAGE_PROHIBITED_CONTENT: 'filtered',
  IMAGE_RECITATION: 'filtered',
};

export const finishOf = (word: string): FinishReason => FINISH[word] ?? 'other';

/** The model tried to call something and failed: what else stands in that answer is half of what it meant. */
export const isBrokenCall = (word: string): boolean =>
  word === 'MALFORMED_FUNCTION_CALL' || word === 'UNEXPECTED_TOOL_CALL';
