// Reads the output of node:test's spec reporter.

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Names of the top-level tests that passed and failed; the recap of failures is left out. */
export function readSpecOutput(text) {
  const lines = text.replace(escapes, '').split('\n');
  const recap = lines.findIndex((line) => line.includes('failing tests:'));
  const report = recap < 0 ? lines : lines.slice(0, recap);
  const named = (mark) =>
    report
      .map((line) => new RegExp(`^${mark} (.+?) \\([0-9.]+ms\\)(?: # .*)?$`).exec(line)?.[1])
      .filter((name) => name !== undefined);
  return { passed: named('✔'), failed: named('✖') };
}

/** The counts of the suite's own last line. */
export function readClosingLine(text) {
  const match = [...text.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1);
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : undefined;
}
