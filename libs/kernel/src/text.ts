/** Replaces lone surrogates, which neither JSON over the wire nor BSON carries faithfully. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** Cuts to at most `max` UTF-16 units without splitting a surrogate pair. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : wellFormed(text.slice(0, max)).replace(/\uFFFD$/, '');
}
