import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { cutText } from '@vance/kernel';

/** What a record may hold of one edit. */
const MAX_DIFF = 8_192;
/** Lines that may differ; beyond it two texts count as different altogether. */
const MAX_EDITS = 2_000;

/** What changed from one text of a path to the next, for the record. */
export interface TextDiff {
  /** Unified; absent where next to nothing stayed. */
  readonly diff?: string;
  /** The diff is longer than a record keeps. */
  readonly cut?: true;
}

/** @param before empty where there was none */
export function textDiff(path: string, before: string, after: string): TextDiff {
  const diff = createTwoFilesPatch(path, path, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: MAX_EDITS,
  });
  if (diff === undefined) return { cut: true };
  if (diff.length <= MAX_DIFF) return { diff };
  return { diff: cutText(diff, MAX_DIFF), cut: true };
}
