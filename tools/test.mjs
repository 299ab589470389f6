// npm test: everything, from a fresh clone. The last line is "N passed, N failed".
//   node tools/test.mjs [static] [unit] [integration] [e2e] [acceptance] [acceptance-gemini] [options of its run.mjs]
// `static` (npm run check:static) is played only where it is named, and counts as one.
import { runAcceptance } from './house/acceptance.mjs';
import { runJest } from './house/jest-run.mjs';
import { findLlmock } from './house/llmock.mjs';
import { buildWhatIsStale, installWhatIsMissing, run, StepFailed } from './house/steps.mjs';
import { Totals } from './house/totals.mjs';

const args = process.argv.slice(2);
const suites = ['static', 'unit', 'integration', 'e2e', 'acceptance', 'acceptance-gemini'];
const wanted = suites.filter((suite) => args.includes(suite));
const options = args.filter((arg) => !suites.includes(arg));
const plays = (suite) => (!wanted.length && suite !== 'static') || wanted.includes(suite);
const totals = new Totals();

for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(130));

try {
  await installWhatIsMissing();
  if (plays('static')) totals.add(await checkStatically());
  await buildWhatIsStale();
  if (plays('integration')) findJudge();
  const inProcess = ['unit', 'integration'].filter(plays);
  if (inProcess.length) totals.add(await runJest(inProcess, '--maxWorkers=100%'));
  // Whole clusters and an `npm start` per suite: one after the other on few cores.
  if (plays('e2e')) totals.add(await runJest(['e2e'], '--runInBand'));
  if (plays('acceptance')) await playAcceptance('openai');
  if (plays('acceptance-gemini')) await playAcceptance('gemini');
} catch (error) {
  console.error(error instanceof StepFailed ? error.message : error);
  totals.add({ failed: 1 });
}
if (totals.passed + totals.failed === 0) {
  console.error('no test ran');
  totals.add({ failed: 1 });
}
if (totals.skipped) console.log(`${totals.skipped} skipped or known to fail`);
console.log(totals.line);
process.exitCode = totals.failed ? 1 : 0;

/** Tests find it by the environment; without it they are skipped, and count as such. */
function findJudge() {
  const { env, reason } = findLlmock();
  if (env) Object.assign(process.env, env);
  else console.error(`llmock, the foreign judge of our retries, is skipped: ${reason}`);
}

async function playAcceptance(protocol) {
  console.log(`acceptance, with a model that speaks ${protocol}:`);
  const outcome = await runAcceptance(protocol, ...options);
  if (outcome) totals.add(outcome);
  else console.log('acceptance: not here (looked for ../shared/acceptance)');
}

async function checkStatically() {
  try {
    await run('npm', ['run', '--silent', 'check:static']);
    return { passed: 1 };
  } catch (error) {
    console.error(error.message);
    return { failed: 1 };
  }
}
