// globalTeardown: ends what services.cjs started, once.
const { rmSync } = require('node:fs');

module.exports = async function stopServices() {
  const started = globalThis.vanceTestServices;
  if (!started) return;
  globalThis.vanceTestServices = undefined;
  await started.services.stop();
  rmSync(started.dataDir, { recursive: true, force: true });
};
