// Starts the built product for the benchmark: `apart` (brain + worker) or `combined`. Ends with its children.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../tools/house/node-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const apps = { apart: ['brain', 'worker'], combined: ['combined'] }[process.argv[2]];
if (!apps) {
  console.error('usage: launch.mjs apart|combined');
  process.exit(2);
}
const extra = (process.env.BENCH_NODE_ARGS ?? '').split(' ').filter(Boolean);
const args = [...nodeFlags, ...extra];
delete process.env.PORT;
const children = apps.map((app) =>
  spawn(process.execPath, [...args, join(root, `apps/${app}/dist/main.js`)], { stdio: 'inherit' }),
);
const stop = (signal) => children.forEach((child) => child.kill(signal));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(signal));
let left = children.length;
for (const child of children) {
  child.once('exit', (code) => {
    left -= 1;
    stop('SIGTERM');
    if (left === 0) process.exit(code ?? 0);
  });
}
