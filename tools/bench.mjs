// `npm run bench`: the product beside the reference loops, one mock model, one run (spec 5.5).
//   npm run bench -- --quick            one short repetition at 1 and 64 conversations
//   npm run bench -- --peers stack,ours --scenarios conv --levels 64 --reps 3
// Needs ../shared/bench beside the project, redis-server and redis-cli on PATH. Writes docs/benchmarks/<out>.{json,md}.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, '../shared/bench');
const args = process.argv.slice(2);
const take = (name, fallback) => {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? fallback : args.splice(at, 2)[1];
};
const flag = (name) => {
  const at = args.indexOf(`--${name}`);
  if (at >= 0) args.splice(at, 1);
  return at >= 0;
};
const fail = (text) => {
  console.error(text);
  process.exit(1);
};
const run = (command, commandArgs, options = {}) => {
  const done = spawnSync(command, commandArgs, { stdio: 'inherit', ...options });
  if (done.status !== 0)
    fail(`${command} ${commandArgs.join(' ')} ended with ${done.status ?? done.signal}`);
  return done;
};

if (!existsSync(source)) fail(`the reference benchmark is not there: expected it in ${source}`);
for (const tool of ['redis-server', 'redis-cli']) {
  if (spawnSync(tool, ['--version']).error)
    fail(`${tool} is not on PATH: install Redis to run the benchmark`);
}
const quick = flag('quick');
const out = take('out', quick ? 'quick' : 'run');
const options = {
  peers: take(
    'peers',
    quick ? 'stack,inproc,ours,ours-combined' : 'floor,stack,inproc,ours,ours-combined',
  ),
  reps: take('reps', quick ? '1' : '3'),
  scenarios: take('scenarios', quick ? 'conv' : 'conv,rate,history,recovery,idle'),
  levels: take('levels', quick ? '1,64' : '1,16,64,256'),
  scale: take('scale', quick ? '0.5' : '1'),
};

run('npm', ['run', '--silent', 'build'], { cwd: root });
const require = createRequire(join(root, 'package.json'));
const { findMongod } = require('@vance/embedded');
const mongod = take('mongod') ?? (await findMongod((line) => console.error(line)));
const temporary = mkdtempSync(join(tmpdir(), 'vance-bench-'));
try {
  cpSync(source, temporary, { recursive: true });
  run('npm', ['install', '--silent', '--no-audit', '--no-fund'], { cwd: temporary });
  run(
    process.execPath,
    [
      'bench.mjs',
      ...['--mongod', mongod, '--peer-file', join(root, 'bench/peer.mjs'), '--out', out],
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      ...args,
    ],
    { cwd: temporary },
  );
  const lines = join(temporary, 'results', `${out}.jsonl`);
  const report = spawnSync(process.execPath, ['report.mjs', lines], {
    cwd: temporary,
    encoding: 'utf8',
  });
  mkdirSync(join(root, 'docs/benchmarks'), { recursive: true });
  const rows = readFileSync(lines, 'utf8').trim().split('\n');
  writeFileSync(join(root, `docs/benchmarks/${out}.json`), `[\n${rows.join(',\n')}\n]\n`);
  writeFileSync(join(root, `docs/benchmarks/${out}.md`), `# Benchmark: ${out}\n${report.stdout}`);
  console.log(report.stdout);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
