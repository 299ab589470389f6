// Seals everything with the current master key:  npm run secrets:rotate
// Needs MONGODB_URI, VANCE_MASTER_KEY and, for what was sealed before, VANCE_MASTER_KEYS_OLD.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildWhatIsStale, installWhatIsMissing, StepFailed } from './house/steps.mjs';
import { root } from './house/projects.mjs';

try {
  await installWhatIsMissing();
  await buildWhatIsStale();
  const require = createRequire(join(root, 'libs/runtime/package.json'));
  require('reflect-metadata');
  const { loadConfig } = require('@vance/config');
  const { rotateSecrets } = require('@vance/runtime');
  const { lines, complete } = await rotateSecrets(loadConfig());
  for (const line of lines) console.log(line);
  process.exitCode = complete ? 0 : 1;
} catch (error) {
  const known = error instanceof StepFailed || ['ConfigError', 'DomainError'].includes(error.name);
  console.error(known ? error.message : error);
  process.exitCode = 1;
}
