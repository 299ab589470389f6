// One thread that checks and renders until its time is over; the main thread sees when it hangs.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { root } from '../house/projects.mjs';
import { differential, grammatical, mutated } from './template-grammar.mjs';

const require = createRequire(import.meta.url);
const dist = (name) => require(join(root, `libs/prompt-template/dist/${name}.js`));
const { checkTemplate } = dist('check-template');
const { renderMetered } = dist('render-template');
const { Meter } = dist('run/meter');
const { LIMITS } = dist('limits');
const nunjucks = require('nunjucks');

const BATCH = 200;
const { seed, end, counts } = workerData;
const { context, includes } = differential;
const checked = new Map(
  Object.entries(includes).map(([name, text]) => [name, checkTemplate(text).value]),
);
const include = (name) => checked.get(name) ?? null;
const stock = new nunjucks.Environment(
  {
    getSource: (name) =>
      Object.hasOwn(includes, name) ? { src: includes[name], path: name, noCache: true } : null,
  },
  { autoescape: false },
);
const untouched = JSON.stringify(context);
const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
const shapes = () => prototypes.map((one) => Reflect.ownKeys(one).length).join();
const before = shapes();

for (let batch = 0; Date.now() < end; batch += 1) {
  counts[5] = batch;
  const options = { seed: (seed + batch) | 0, numRuns: BATCH };
  const plain = batch % 2 === 0;
  for (const source of fc.sample(plain ? grammatical : mutated, options)) {
    const problem = problemOf(source, plain);
    counts[0] += 1;
    if (problem) {
      parentPort.postMessage({ problem, source });
      throw new Error(problem);
    }
  }
}

function problemOf(source, compare) {
  let rendered;
  try {
    const template = checkTemplate(source);
    if (!template.ok) {
      counts[1] += 1;
      const odd = template.error.find(
        ({ line, column, message }) => !(line > 0 && column > 0 && message),
      );
      return odd && `a fault without a place: ${JSON.stringify(odd)}`;
    }
    const meter = new Meter();
    rendered = renderMetered(template.value, context, { include }, meter);
    counts[rendered.ok ? 2 : 3] += 1;
    if (meter.used > LIMITS.fuel + 1_000) return `${meter.used} steps`;
  } catch (error) {
    return `threw ${error.stack}`;
  }
  if (JSON.stringify(context) !== untouched) return 'changed its context';
  if (shapes() !== before || globalThis.PWNED !== undefined) return 'had an effect outside';
  return compare ? differenceOf(source, rendered) : undefined;
}

/** Only templates of the grammar are given to stock nunjucks: it runs what it renders. */
function differenceOf(source, rendered) {
  if (!rendered.ok && rendered.error.code !== 'WRONG_VALUE') return undefined;
  let theirs;
  try {
    theirs = stock.renderString(source, structuredClone(context));
  } catch {
    return rendered.ok ? `nunjucks fails, ours gives ${JSON.stringify(rendered.value)}` : undefined;
  }
  counts[4] += 1;
  if (rendered.ok && rendered.value === theirs) return undefined;
  return `nunjucks ${JSON.stringify(theirs)}\nours ${JSON.stringify(rendered)}`;
}
