// Plays one whole conversation against a running product and prints what a user would see:
//   npm start            (in another terminal)
//   npm run demo
// VANCE_URL names another product. Exits 0 only if exploration, plan, approval, execution and the report all happened.
import { signIn, rest } from './demo/api.mjs';
import { seedPassword } from './demo/seed.mjs';
import { Watcher } from './demo/watcher.mjs';
import { screen } from './demo/screen.mjs';
import { checkAll, check } from './demo/checks.mjs';

const url = (process.env.VANCE_URL || 'http://127.0.0.1:8787').replace(/\/+$/, '');
const account = { tenant: 'acme', username: 'user', project: 'demo' };
const REQUEST =
  'Explore the docs and libs of this workspace and write a report about how a turn survives a crash.';
const LIMIT_MS = 180_000;

async function main() {
  const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    (response) => response.ok,
    () => false,
  );
  if (!ready)
    throw new Error(`nothing is ready at ${url}: run \`npm start\` first, or set VANCE_URL`);

  const password = await seedPassword(account.tenant, account.username);
  const token = await signIn(url, { ...account, password });
  const watcher = await Watcher.connect(url, token, account.project, LIMIT_MS);
  try {
    screen.title(`Signed in as ${account.tenant}/${account.username}, project ${account.project}`);

    screen.user(REQUEST);
    await watcher.request('chat-send', message(watcher.processId, REQUEST));
    const proposed = await watcher.until('a proposed plan that waits', () =>
      watcher.waitsForApproval(),
    );

    screen.user(`[presses approve on plan ${proposed.planVersion}]`);
    watcher.approvedAt = watcher.events.length;
    const { decision } = await watcher.request('plan-decide', {
      processId: watcher.processId,
      planVersion: proposed.planVersion,
      verdict: 'approve',
      decisionId: `demo-${Date.now()}`,
    });
    check('the approval is recorded', decision?.verdict === 'approve');
    await watcher.until('the finished plan and a last answer', () => watcher.isFinished());

    const path = watcher.reportPath();
    check('the last answer names a report document', path !== undefined);
    const report = await rest(url, token, `/projects/${account.project}/documents/${path}`);
    checkAll(watcher, report);
    screen.title(`The report, ${path}`);
    const lines = report.trimEnd().split('\n');
    screen.text(lines.slice(0, 24).join('\n'));
    if (lines.length > 24) screen.note(`(${lines.length - 24} more lines)`);
    screen.title('Explored, planned, approved, executed, reported: all of it happened.');
  } finally {
    watcher.close();
  }
}

const message = (processId, content) => ({
  processId,
  clientMessageId: `demo-${Date.now()}`,
  content,
});

main().then(
  () => process.exit(0),
  (error) => {
    screen.fault(error);
    process.exit(1);
  },
);
