// What a fresh clone needs before anything runs: installed packages and a build.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './projects.mjs';

/** A failure whose message is all that a person needs. */
export class StepFailed extends Error {}

/** Installs the locked packages if any of them is missing or of another version. */
export async function installWhatIsMissing() {
  if (isInstalled()) return;
  console.error('installing packages …');
  const began = Date.now();
  // Under `npm --silent` a failed install would say nothing.
  const env = { ...process.env, npm_config_loglevel: 'error' };
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { quiet: true, env });
  console.error(`installing packages: done after ${seconds(began)} s`);
}

/** Builds the projects whose sources are newer than their build. */
export async function buildWhatIsStale() {
  const began = Date.now();
  const timer = setTimeout(() => console.error('building …'), 1000);
  try {
    await run(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-b']);
  } finally {
    clearTimeout(timer);
  }
  if (Date.now() - began > 1000) console.error(`building: done after ${seconds(began)} s`);
}

/** Compares our lock with npm's record of what it put into node_modules. */
function isInstalled() {
  const installed = readLock('node_modules/.package-lock.json');
  const wanted = readLock('package-lock.json');
  if (!installed || !wanted) return false;
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !entry.optional && !entry.peer)
    .every(([path, entry]) => installed[path] && installed[path].version === entry.version);
}

function readLock(name) {
  try {
    return JSON.parse(readFileSync(join(root, name), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Runs a command in the root with our output; `quiet` shows its output only if it fails.
 * Throws StepFailed on a bad end.
 */
export function run(command, args, { quiet = false, cwd = root, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', process.stderr, process.stderr];
    // A group of its own, since npm has children and does not take them along.
    const child = spawn(command, args, { cwd, env, stdio, detached: true });
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (output += data));
    const kill = () => signalGroup(child.pid, 'SIGKILL');
    process.once('exit', kill);
    child.once('error', (error) => reject(new StepFailed(`${command}: ${error.message}`)));
    child.once('close', (code, signal) => {
      process.off('exit', kill);
      if (code === 0) return resolve();
      if (output) console.error(output.trimEnd());
      reject(new StepFailed(`"${command} ${args.join(' ')}" ended with ${code ?? signal}`));
    });
  });
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // already gone
  }
}

const seconds = (began) => ((Date.now() - began) / 1000).toFixed(1);
