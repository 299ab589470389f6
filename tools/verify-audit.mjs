// Walks every tenant's audit log:  npm run audit:verify [-- FILE]
// Needs MONGODB_URI. FILE holds lines of earlier reports (`ten_… 42 <hash>`) that were kept out of reach of the database.
import { readFileSync } from 'node:fs';
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
  const { verifyAudit } = require('@vance/runtime');
  const [file] = process.argv.slice(2);
  const noted = file === undefined ? [] : readFileSync(file, 'utf8').split('\n');
  const { lines, sound } = await verifyAudit(
    loadConfig(),
    noted.filter((line) => /^\S+ \d+ \S+$/.test(line.trim())),
  );
  for (const line of lines) console.log(line);
  console.log(sound ? 'every chain holds' : 'not every chain holds');
  process.exitCode = sound ? 0 : 1;
} catch (error) {
  const known =
    error instanceof StepFailed ||
    ['ConfigError', 'DomainError'].includes(error.name) ||
    error.code === 'ENOENT';
  console.error(known ? error.message : error);
  process.exitCode = 1;
}
