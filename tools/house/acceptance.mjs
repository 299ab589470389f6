// The acceptance suite beside the project, run on a copy against `npm start` of this tree.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { judge, readPending } from './pending.mjs';
import { root } from './projects.mjs';
import { readClosingLine, readSpecOutput } from './spec-output.mjs';
import { run } from './steps.mjs';

const suite = resolve(root, '../shared/acceptance');

/** What plays it, given its folder and where the product's output goes; by the protocol of the model. */
const plays = {
  openai: (copy, log) => [
    join(copy, 'run.mjs'),
    ...['--start', '--project', root, '--keep-log', log],
  ],
  gemini: (copy, log) => [join(root, 'tools/house/acceptance-on-gemini.mjs'), copy, log],
};

/**
 * Runs it with a model that speaks `openai` or `gemini`, and answers `{passed, failed, skipped}`; undefined where there
 * is no suite.
 */
export async function runAcceptance(protocol, ...options) {
  if (!existsSync(join(suite, 'run.mjs'))) return undefined;
  const copy = mkdtempSync(join(tmpdir(), 'vance-acceptance-'));
  try {
    cpSync(suite, copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
    await run('chmod', ['-R', 'u+w', copy]);
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: copy, quiet: true });
    const log = join(root, protocol === 'openai' ? 'acceptance.log' : `acceptance-${protocol}.log`);
    const output = await play(copy, [...plays[protocol](copy, log), ...options]);
    return report(judge(readSpecOutput(output), readClosingLine(output), relevant(options)));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The pending entries of the files that this run plays. */
function relevant(options) {
  const at = options.indexOf('--only');
  return readPending().filter(({ file }) => at < 0 || file.includes(options[at + 1]));
}

function play(copy, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => child.kill('SIGTERM'));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (data) => {
      output += data;
      process.stdout.write(data);
    });
    child.once('close', () => resolve(output));
  });
}

function report(outcome) {
  const tell = (title, lines) => lines.length && console.log(`${title}\n  ${lines.join('\n  ')}`);
  tell('known to fail (apps/e2e/acceptance-pending.json):', outcome.expected);
  tell('pending, but passed: take it off the list:', outcome.surprises);
  tell('pending, but no such scenario ran:', outcome.unknown);
  return outcome;
}
