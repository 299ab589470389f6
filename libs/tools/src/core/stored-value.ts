/** What a look-up by key tells the model. `json` is the stored text, null when there is none. */
export function storedValue(
  key: string,
  json: string | null,
): { readonly key: string; readonly found: boolean; readonly value?: unknown } {
  if (json === null) return { key, found: false };
  const value: unknown = JSON.parse(json);
  return { key, found: true, value };
}
