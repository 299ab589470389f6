import { Injectable } from '@nestjs/common';
import { DomainError } from '@vance/kernel';

const WINDOW_MS = 60_000;
/** Failed sign-ins of one name within the window before it has to wait. */
const FAILURES = 20;
const REMEMBERED = 10_000;

interface Failures {
  count: number;
  readonly since: number;
}

/** Slows guessing down: a name with many failed sign-ins here in a minute waits for the rest of it. */
@Injectable()
export class SignInLimits {
  private readonly names = new Map<string, Failures>();

  /** @throws DomainError TOO_MANY_REQUESTS */
  check(tenant: string, username: string): void {
    const now = Date.now();
    const failures = this.current(`${tenant}/${username}`, now);
    if (failures.count >= FAILURES) throw tooMany(failures.since + WINDOW_MS - now);
  }

  failed(tenant: string, username: string): void {
    this.current(`${tenant}/${username}`, Date.now()).count += 1;
  }

  private current(name: string, now: number): Failures {
    const known = this.names.get(name);
    if (known !== undefined && now - known.since < WINDOW_MS) return known;
    const fresh = { count: 0, since: now };
    this.names.delete(name);
    this.names.set(name, fresh);
    if (this.names.size > REMEMBERED) {
      const [oldest] = this.names.keys();
      if (oldest !== undefined) this.names.delete(oldest);
    }
    return fresh;
  }
}

function tooMany(waitMs: number): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', 'Too many failed sign-ins; try again in a minute.', {
    status: 429,
    data: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  });
}
