// Tests that a document names: `[file.spec.ts](../path/file.spec.ts): a sentence of it`, several in a row apart by ` · `.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './projects.mjs';

const NAMED = /\[[^\]]+\]\(\.\.\/([^)]+\.spec\.m?[jt]s)\): (.+?)(?= · \[| \|$)/g;

/** Rows of a document's tables, and the tests that each names. */
export function rowsNamingTests(document) {
  const lines = readFileSync(join(root, document), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, id] = /^\| ([\w-]*\d[\w-]*) \|/.exec(line) ?? [];
    if (id === undefined) return [];
    const tests = [...line.matchAll(NAMED)].map(([, file, sentence]) => ({ file, sentence }));
    return [{ id, line, tests }];
  });
}

/** Whether a sentence is the whole name of a test in a file. */
export function isNamedIn({ file, sentence }) {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8').replaceAll("\\'", "'");
  return [`'`, `"`, '`'].some((quote) => text.includes(quote + sentence + quote));
}
