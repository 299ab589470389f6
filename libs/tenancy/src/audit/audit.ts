import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AuditRepository, type AuditDocument, type AuditQuery } from '@vance/data';
import { newId, type TenantScope } from '@vance/kernel';
import type { AuditData, AuditKind, auditKinds } from '@vance/protocol';
import { RowBounds } from './row-bounds';

/** What a row of a kind says; left away where its kind asks for nothing. */
export type AuditEvent<K extends AuditKind = AuditKind> = {
  [Kind in K]: { readonly action: Kind } & (Record<never, never> extends AuditData<Kind>
    ? { readonly data?: Readonly<AuditData<Kind>> }
    : { readonly data: Readonly<AuditData<Kind>> });
}[K];

/** One thing to put on record. No secrets, no contents of conversations. */
export type AuditRecord<K extends AuditKind = AuditKind> = AuditEvent<K> & {
  /** A user's id, or a name of ours. */
  readonly actor: string;
  readonly target?: string;
  /** `done` when absent. */
  readonly outcome?: AuditDocument['outcome'];
};

/** Kinds that a machine can cause at any rate. */
export type BoundedKind = {
  [K in AuditKind]: 'leftOut' extends keyof (typeof auditKinds)[K]['shape'] ? K : never;
}[AuditKind];

interface Noted {
  readonly scope: TenantScope;
  readonly record: AuditRecord;
}

/** Rows of one kind and actor within a minute; what comes beside them is counted. */
const ROWS_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** The record of who did what (4.4): rows are added, never changed, and each carries the hash of the one before it. */
@Injectable()
export class Audit implements BeforeApplicationShutdown {
  private readonly log = new Logger(Audit.name);
  private readonly bounds = new RowBounds<Noted>(ROWS_PER_MINUTE, MINUTE_MS);
  private readonly underway = new Set<Promise<void>>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly rows: AuditRepository) {}

  /** Resolves when the row is stored. */
  async record(scope: TenantScope, record: AuditRecord): Promise<void> {
    const { actor, action, target = '', outcome = 'done', data = {} } = record;
    const storing = this.rows.add(scope, {
      _id: newId('aud'),
      at: new Date(),
      ...{ actor, action, target, outcome, data },
    });
    this.underway.add(storing);
    try {
      await storing;
    } finally {
      this.underway.delete(storing);
    }
  }

  /**
   * Notes what a machine can repeat at any rate. Beyond a bound per kind and actor a minute's last row stands for the
   * others and says how many they were: nobody fills a log, and it says itself where something was left out.
   * @returns resolves when the row is stored or counted; never rejects
   */
  async noteBounded(scope: TenantScope, record: AuditRecord<BoundedKind>): Promise<void> {
    const key = `${scope.tenantId}/${record.action}/${record.actor}`;
    const noted = { scope, record };
    if (this.bounds.admit(key, noted, performance.now())) return this.stored(noted);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.tellLeftOut(performance.now());
    }, this.bounds.length).unref();
  }

  /** Newest first. What this process has noted so far is in it, also where nobody waited for the row. */
  async list(scope: TenantScope, query: AuditQuery): Promise<readonly AuditDocument[]> {
    await this.settled();
    return this.rows.list(scope, query);
  }

  /** What was counted is still told, and what nobody waited for is still stored. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await Promise.all([this.tellLeftOut(Infinity), this.settled()]);
  }

  private async settled(): Promise<void> {
    await Promise.allSettled(this.underway);
  }

  private async tellLeftOut(now: number): Promise<void> {
    const ended = this.bounds.end(now);
    await Promise.all(
      ended.map(({ row: { scope, record }, others }) => {
        const data = { ...record.data, ...(others > 0 ? { leftOut: others } : {}) };
        return this.stored({ scope, record: { ...record, data } as AuditRecord });
      }),
    );
  }

  private stored({ scope, record }: Noted): Promise<void> {
    return this.record(scope, record).catch((error: unknown) => {
      const { action, target } = record;
      this.log.error({ msg: 'an audit row is lost', action, target, err: error });
    });
  }
}
