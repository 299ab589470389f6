// Feeds templates to libs/prompt-template:  npm run fuzz:templates -- [--minutes 10] [--seed N]
// Fails on a throw, an effect outside, a text that differs from stock nunjucks, or a template that takes 5 seconds.
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const HANG_MS = 5_000;
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? Date.now() & 0x7fffffff : Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run fuzz:templates -- [--minutes 10] [--seed 123]');
  process.exit(2);
}
console.log(`fuzzing templates for ${minutes} minutes, seed ${seed}`);

// [0] executions, [1] refused, [2] rendered, [3] stopped, [4] the same as stock nunjucks, [5] batch
const counts = new Int32Array(new SharedArrayBuffer(24));
const end = Date.now() + minutes * 60_000;
const worker = new Worker(new URL('./template-worker.mjs', import.meta.url), {
  workerData: { seed, end, counts },
});
let last = -1;
const watch = setInterval(() => {
  if (counts[0] === last) fail(`no template was finished for ${HANG_MS} ms`);
  last = counts[0];
}, HANG_MS);

worker.on('message', ({ problem, source }) => fail(`${problem}\n${JSON.stringify(source)}`));
worker.on('error', (error) => fail(error.stack ?? String(error)));
worker.on('exit', () => {
  clearInterval(watch);
  console.log(`ok: ${tally()}`);
});

function tally() {
  const [executions, refused, rendered, stopped, compared] = counts;
  return `${executions} executions (${refused} refused, ${rendered} rendered, ${stopped} stopped, ${compared} compared with nunjucks), seed ${seed}`;
}

function fail(why) {
  console.error(`${why}\nfailed after ${tally()}, batch ${counts[5]}`);
  process.exit(1);
}
