import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';

/** One service this server cannot work without. */
export interface ReadinessCheck {
  readonly name: string;
  /** Rejects, or stays silent, when the service does not answer. */
  check(): Promise<void>;
  /** Requests wait for it: while it is away they are told so. */
  readonly holdsRequests?: true;
}

/** Injection token of the list of checks; the app knows what it runs on. */
export const READINESS_CHECKS = Symbol('vance.readiness');

/** A service must answer within so many milliseconds to count as there. */
const PATIENCE_MS = 2_000;

/** Whether this server can take work now: what it needs answers, and it is not on its way out. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  private leaving = false;

  constructor(@Inject(READINESS_CHECKS) private readonly checks: readonly ReadinessCheck[]) {}

  async run(): Promise<{
    readonly checks: Record<string, 'ok'>;
    readonly down: readonly string[];
    /** Those of `down` that requests wait for. */
    readonly silent: readonly string[];
  }> {
    const results = await Promise.allSettled(this.checks.map(({ check }) => inTime(check())));
    const names = this.checks.map(({ name }) => name);
    const down = names.filter((_, index) => results[index]?.status === 'rejected');
    const silent = this.checks
      .filter(({ name, holdsRequests }) => holdsRequests && down.includes(name))
      .map(({ name }) => name);
    if (this.leaving) down.push('shutdown');
    const up = names.filter((name) => !down.includes(name));
    return { checks: Object.fromEntries(up.map((name) => [name, 'ok'])), down, silent };
  }

  onModuleDestroy(): void {
    this.leaving = true;
  }
}

async function inTime(check: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    // After a moment in which we were busy ourselves, its answer may be there and unread: one round more.
    const giveUp = (): void => void setImmediate(() => reject(new Error('no answer')));
    timer = setTimeout(() => setImmediate(giveUp), PATIENCE_MS);
  });
  try {
    await Promise.race([check, silence]);
  } finally {
    clearTimeout(timer);
  }
}
