// One Jest run over some of the projects, with its counts.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './projects.mjs';

/** Runs Jest's projects (`unit`, `integration`, `e2e`) and answers `{passed, failed, skipped}`. */
export async function runJest(projects, ...options) {
  const dir = mkdtempSync(join(tmpdir(), 'vance-jest-'));
  const file = join(dir, 'results.json');
  const code = await new Promise((resolve) => {
    const args = ['--selectProjects', ...projects, '--json', `--outputFile=${file}`, ...options];
    const jest = join(root, 'node_modules/jest/bin/jest.js');
    // Jest's report goes to stderr, the JSON to the file and to stdout, which nobody reads.
    const stdio = ['ignore', 'ignore', 'inherit'];
    const child = spawn(process.execPath, [jest, ...args], { cwd: root, stdio });
    child.once('error', () => resolve(1)).once('close', resolve);
    process.once('exit', () => child.kill('SIGTERM'));
  });
  const results = read(file);
  rmSync(dir, { recursive: true, force: true });
  if (!results) return { failed: 1 };
  tellSecondTries(results);
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    // A bad exit without a failed test is a failure too, such as one of the global setup.
    failed: failed || (code === 0 ? 0 : 1),
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

/** A test that holds only the second time shows a race, in the product or in the test: never without a word. */
function tellSecondTries({ testResults }) {
  for (const { name, assertionResults } of testResults)
    for (const { status, invocations, fullName } of assertionResults)
      if (status === 'passed' && invocations > 1)
        console.log(`passed at the second try only: ${relative(root, name)}: ${fullName}`);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
