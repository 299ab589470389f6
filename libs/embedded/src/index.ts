export { defaultCacheDir } from './default-cache-dir';
export {
  startEmbeddedServices,
  type EmbeddedServices,
  type EmbeddedServicesOptions,
} from './embedded-services';
export { type StartFaultCode } from './embedded.errors';
export { findMongod } from './find-mongod';
export { findRedisServer } from './find-redis-server';
export { spawnGuarded, spawnGuardedApp, type GuardedChild } from './run/guarded-spawn';
export { choosePort, isPortFree, listenFault } from './run/ports';
export { type Log } from './run/progress';
