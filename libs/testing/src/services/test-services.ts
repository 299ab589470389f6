import { randomUUID } from 'node:crypto';

/** Addresses of the MongoDB and Redis that run for the whole test run. */
export interface TestServices {
  /** A replica set, without a database name. */
  readonly mongoUri: string;
  readonly redisUrl: string;
}

/**
 * The services of this run.
 *
 * @throws Error outside of the integration and e2e projects, which start them
 */
export function testServices(): TestServices {
  const mongoUri = process.env['VANCE_TEST_MONGODB_URI'];
  const redisUrl = process.env['VANCE_TEST_REDIS_URL'];
  if (!mongoUri || !redisUrl) {
    throw new Error(
      'no test services: name the file *.medium.spec.ts, run it by npm run test:integration',
    );
  }
  return { mongoUri, redisUrl };
}

/** A MongoDB connection string with a database of its own: one for each suite. */
export function testDatabaseUri(label = 'test'): string {
  const url = new URL(testServices().mongoUri);
  url.pathname = `/${label}_${randomUUID().slice(0, 8)}`;
  return url.href;
}

/** A key prefix of its own on the shared Redis: one for each suite. */
export function testRedisPrefix(label = 'test'): string {
  return `${label}-${randomUUID().slice(0, 8)}`;
}
