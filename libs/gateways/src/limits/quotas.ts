import { Injectable } from '@nestjs/common';
import { AppConfig } from '@vance/config';
import { DomainError } from '@vance/kernel';
import type { Principal } from '@vance/tenancy';
import { TokenBuckets } from './token-buckets';

/** Who counts: a user, and the tenant of all of its users. */
type Party = Pick<Principal, 'tenantId' | 'userId'>;

/** A refused connection is told to come back after so many seconds. */
const SOCKET_RETRY_SECONDS = 30;

/**
 * What one user, and one tenant, may take of this server: open connections and messages per minute (2.5). Counted
 * per replica: the numbers guard a server's memory and its neighbours, they are no bill.
 */
@Injectable()
export class Quotas {
  private readonly sockets = new Map<string, number>();
  private readonly userMessages: TokenBuckets;
  private readonly tenantMessages: TokenBuckets;

  constructor(private readonly config: AppConfig) {
    const { limits } = config;
    this.userMessages = new TokenBuckets(limits.userMessagesPerMinute);
    this.tenantMessages = new TokenBuckets(limits.tenantMessagesPerMinute);
  }

  /**
   * Counts a connection, a socket or a live stream, until the answer is called (again is no harm).
   * @throws DomainError TOO_MANY_REQUESTS
   */
  admitConnection({ tenantId, userId }: Party): () => void {
    const { userSockets, tenantSockets } = this.config.limits;
    const [user, tenant] = [`${tenantId}/${userId}`, tenantId];
    if (this.count(user) >= userSockets) throw tooMany('connections', SOCKET_RETRY_SECONDS);
    if (this.count(tenant) >= tenantSockets) throw tooMany('connections', SOCKET_RETRY_SECONDS);
    this.add(user, 1);
    this.add(tenant, 1);
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      this.add(user, -1);
      this.add(tenant, -1);
    };
  }

  /** Counts a message. @throws DomainError TOO_MANY_REQUESTS with the seconds to wait */
  admitMessage({ tenantId, userId }: Party): void {
    const now = performance.now();
    const user = `${tenantId}/${userId}`;
    const wait = Math.max(
      this.userMessages.wait(user, now),
      this.tenantMessages.wait(tenantId, now),
    );
    if (wait > 0) throw tooMany('messages', Math.ceil(wait / 1000));
    this.userMessages.take(user, now);
    this.tenantMessages.take(tenantId, now);
  }

  private count(key: string): number {
    return this.sockets.get(key) ?? 0;
  }

  private add(key: string, change: number): void {
    const count = this.count(key) + change;
    if (count > 0) this.sockets.set(key, count);
    else this.sockets.delete(key);
  }
}

function tooMany(what: string, retryAfterSeconds: number): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', `Too many ${what} at once; try again later.`, {
    status: 429,
    data: { retryAfterSeconds },
  });
}
