/** Milliseconds that the headers ask to wait; undefined without a usable word on it. */
export function retryAfterMs(
  header: (name: string) => string | null | undefined,
  now: number = Date.now(),
): number | undefined {
  const exact = Number.parseFloat(header('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const word = header('retry-after')?.trim();
  if (!word) return undefined;
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word) * 1000;
  // Date.parse takes odd numbers for years.
  const date = /^[a-z]{3}/i.test(word) ? Date.parse(word) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
