// Runs one role in this process:  npm run brain | npm run worker
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhatIsStale, installWhatIsMissing, StepFailed } from './house/steps.mjs';
import { root } from './house/projects.mjs';

const [role] = process.argv.slice(2);
const entry = join(root, 'apps', String(role), 'dist/main.js');
// Until the role itself takes over.
const leave = () => process.exit(0);
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, leave);
try {
  await installWhatIsMissing();
  await buildWhatIsStale();
  if (!existsSync(entry)) throw new StepFailed(`there is no role "${role}"`);
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  process.exit(1);
}
for (const name of ['SIGINT', 'SIGTERM']) process.off(name, leave);
createRequire(import.meta.url)(entry);
