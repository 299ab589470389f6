import type { Redis } from 'ioredis';
import { Recent } from '@vance/kernel';
import { MAX_PRIORITY, queuedKey, QUEUED_TTL_SECONDS } from './bull-options';

/** Tenants remembered. */
const TENANTS = 10_000;
/** How long a count that Redis has told is taken for the present one. */
const FRESH_MS = 1_000;

interface Known {
  /** Waiting jobs as Redis last told. */
  told: number;
  /** Counted here and not yet answered. */
  unanswered: number;
  at: number;
}

/**
 * Waiting jobs per tenant, as far as a priority needs them: the count in Redis is raised without waiting for
 * the answer, so that a job is not held up by it; what is known is a moment old.
 */
export class QueuedCounter {
  private readonly known = new Recent<Known>(TENANTS);

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Counts one more. @returns its priority: the more wait, the later it goes; 0, none, for a tenant's first */
  next(tenantId: string): number {
    const known = this.fresh(tenantId);
    const waiting = known.told + known.unanswered;
    known.unanswered += 1;
    void this.count(tenantId, known);
    return Math.min(waiting, MAX_PRIORITY);
  }

  private fresh(tenantId: string): Known {
    const known = this.known.get(tenantId);
    const isFresh = known && (known.unanswered > 0 || Date.now() - known.at < FRESH_MS);
    if (isFresh) return known;
    const begun: Known = { told: 0, unanswered: 0, at: Date.now() };
    this.known.set(tenantId, begun);
    return begun;
  }

  private async count(tenantId: string, known: Known): Promise<void> {
    const key = queuedKey(this.prefix, tenantId);
    try {
      const [told] = await Promise.all([
        this.redis.incr(key),
        this.redis.expire(key, QUEUED_TTL_SECONDS),
      ]);
      known.told = told;
      known.at = Date.now();
    } catch (error) {
      this.onError(error);
    } finally {
      known.unanswered -= 1;
    }
  }
}
