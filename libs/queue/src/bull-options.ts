/** How the BullMQ adapter reaches Redis. */
export interface BullOptions {
  readonly redisUrl: string;
  /** Separates products that share a Redis; `vance` when absent. */
  readonly prefix?: string;
  /** Told about lost connections and lost hints; nothing is thrown for them. */
  readonly onError?: (error: unknown) => void;
}

export const QUEUE_NAME = 'turns';
export const DEFAULT_PREFIX = 'vance';

/** Counts a tenant's queued jobs: what its next job's priority is. */
export const queuedKey = (prefix: string, tenantId: string): string =>
  `${prefix}:queued:${tenantId}`;

/** A drifted count (a crash between count and add) is forgotten after this much quiet. */
export const QUEUED_TTL_SECONDS = 60;

/** BullMQ's lowest priority. */
export const MAX_PRIORITY = 2_000_000;

/** Waits longer from try to try, a second at most. */
export const retryStrategy = (times: number): number =>
  Math.min(50 * 2 ** Math.min(times, 5), 1_000);
