/** What must hold for a write or delete: any state, not there yet, there, or one of these versions. */
export type DocumentExpectation =
  'any' | 'absent' | 'present' | { readonly versions: readonly number[] };

/** Whether what stands somewhere, by its version, is as expected; undefined: nothing stands there. */
export function meetsExpectation(
  version: number | undefined,
  expected: DocumentExpectation,
): boolean {
  if (expected === 'any') return true;
  if (expected === 'absent') return version === undefined;
  if (expected === 'present') return version !== undefined;
  return version !== undefined && expected.versions.includes(version);
}
