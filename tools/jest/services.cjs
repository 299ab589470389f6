// globalSetup of the integration and e2e projects: one MongoDB and one Redis for the whole run.
// Both die with the Jest process, however that ends.
const { execFileSync } = require('node:child_process');
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

module.exports = async function startServices() {
  if (process.env.VANCE_TEST_MONGODB_URI && process.env.VANCE_TEST_REDIS_URL) return;
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  execFileSync(process.execPath, [tsc, '-b', 'libs/embedded'], { cwd: root, stdio: 'inherit' });
  const { defaultCacheDir, startEmbeddedServices } = require(join(root, 'libs/embedded'));

  const dataDir = mkdtempSync(join(tmpdir(), 'vance-test-'));
  const services = await startEmbeddedServices({
    dataDir,
    cacheDir: defaultCacheDir(process.env.XDG_CACHE_HOME),
    mongodBinary: process.env.MONGOD_BINARY,
    redisBinary: process.env.REDIS_BINARY,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.env.VANCE_TEST_MONGODB_URI = services.mongoUri;
  process.env.VANCE_TEST_REDIS_URL = services.redisUrl;
  globalThis.vanceTestServices = { services, dataDir };
};
