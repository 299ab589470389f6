// npm start: the whole product on this machine, with its own MongoDB and Redis unless their
// addresses are set. Prints "ready http://HOST:PORT"; SIGINT or SIGTERM ends all of it.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Product } from './house/product.mjs';
import { root } from './house/projects.mjs';
import { buildWhatIsStale, installWhatIsMissing, StepFailed } from './house/steps.mjs';

const require = createRequire(import.meta.url);
const product = new Product();

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => product.end(0));
endWithNpm();

try {
  await installWhatIsMissing();
  await buildWhatIsStale();
  const entry = join(root, 'apps/combined/dist/main.js');
  if (!existsSync(entry)) throw new StepFailed('apps/combined has no main: nothing to start');
  await product.start({
    entry,
    config: require(join(root, 'libs/config')),
    embedded: require(join(root, 'libs/embedded')),
  });
  if (product.seeded) {
    const { signIns } = await import('./demo/seed.mjs');
    for (const line of await signIns()) console.log(line);
  }
} catch (error) {
  if (!product.ending) console.error(oneLineOf(error));
  await product.end(1);
}

/** Our own errors say what to do; of others the stack is needed. */
function oneLineOf(error) {
  const meant = error instanceof StepFailed || ['DomainError', 'ConfigError'].includes(error?.name);
  return meant ? error.message : (error?.stack ?? String(error));
}

/** A killed npm cannot pass on its end, so we look whether it is still there. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) void product.end(0);
  }, 500).unref();
}
