import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IdempotencyRepository } from '@vance/data';
import { conflict, derivedId, DomainError, newId, type TenantScope } from '@vance/kernel';
import { MasterKey } from '../keys/master-key';

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  readonly key: string;
  readonly userId: string;
  /** Method and path. */
  readonly route: string;
  /** The body as text. */
  readonly body: string;
}

/** An answer as it goes over the wire. */
export interface KeyedAnswer {
  readonly status: number;
  /** JSON text; empty for none. */
  readonly body: string;
}

/** How often a running first request is asked for its answer, and for how long, in milliseconds. */
const POLL_MS = 50;
const PATIENCE_MS = 10_000;

/** Gives a repeated request its first answer again. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly rows: IdempotencyRepository,
    private readonly master: MasterKey,
  ) {}

  /**
   * Answers by `work`, unless the key was used: then by what it answered then, once it has. Failures are not kept,
   * so a failed request may be tried again under its key.
   * @param patienceMs how long a repeat waits for the first one's answer
   * @throws DomainError IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_IN_PROGRESS when the first one runs on
   */
  async run(
    scope: TenantScope,
    { key, userId, route, body }: KeyedRequest,
    work: () => Promise<KeyedAnswer>,
    patienceMs = PATIENCE_MS,
  ): Promise<KeyedAnswer & { readonly replayed: boolean }> {
    const id = derivedId('idm', scope.tenantId, userId, route, key);
    // Bodies may hold passwords: a plain hash of a short one could be guessed.
    const bodyHash = this.master.hash(body);
    const held = { id, attempt: newId('req') };
    const limit = performance.now() + patienceMs;
    for (;;) {
      const first = await this.rows.claim(scope, { ...held, bodyHash });
      if (first === null) break;
      if (first.bodyHash !== bodyHash) throw reused();
      if (first.answer !== undefined) return { ...first.answer, replayed: true };
      if (performance.now() >= limit) throw inProgress();
      await delay(POLL_MS);
    }
    try {
      const answer = await work();
      await this.rows.answer(scope, held, answer);
      return { ...answer, replayed: false };
    } catch (error) {
      await this.rows.release(scope, held);
      throw error;
    }
  }
}

function reused(): DomainError {
  const message = 'This Idempotency-Key was used with another body.';
  return new DomainError('IDEMPOTENCY_KEY_REUSED', message, { status: 422 });
}

function inProgress(): DomainError {
  const message = 'The first request with this key still runs; ask again later.';
  return conflict('IDEMPOTENCY_IN_PROGRESS', message, { retryAfterSeconds: 1 });
}
