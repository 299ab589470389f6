import { Injectable } from '@nestjs/common';
import {
  AuditRepository,
  ChatMessageRepository,
  durableEvents,
  EventLog,
  InboxRepository,
  type OutboxEntry,
  PlanRepository,
  type ProcessDocument,
  type SessionEventRow,
  ToolCallRepository,
} from '@vance/data';
import type { TenantScope } from '@vance/kernel';
import { Realtime, sessionChannel, type SessionMessage } from '@vance/realtime';
import { Drainer } from './drainer';

/** The numbers an entry's events got; both 0 for an entry that tells nothing. */
export interface ProjectedRow {
  readonly seq: number;
  readonly last: number;
}

/** What projecting needs of a process. */
export type Projectable = Pick<ProcessDocument, '_id' | 'sessionId' | 'name' | 'outbox'>;

/** How much is known about an outbox. */
export interface ProjectOptions {
  /** The last entry to project; all when absent. */
  readonly upTo?: string;
  /** Publish rows again that were stored already: their writer may have died before it could. */
  readonly republish?: boolean;
  /**
   * Earlier entries are looked at for the order alone: where one's row stands, its writer sees to the rest of
   * it, and the sweeper after the writer.
   */
  readonly orderOnly?: boolean;
}

/** More than any worker has under way. */
const MAX_FRESH = 10_000;

/** Finished entries remembered: far more than are in the outboxes of the lanes in hand. */
const MAX_KNOWN = 20_000;

const NO_ROW: ProjectedRow = { seq: 0, last: 0 };

/**
 * Turns outbox entries into rows, in their order, each row once (by its id), and publishes a session's
 * row when everything of its entry that clients see is stored. Anyone who reads a process may project it.
 */
@Injectable()
export class Projector {
  /** Entries this process has under way or has finished, the latest: a lane holder's outbox may show drained ones. */
  private readonly known = new Map<string, Promise<ProjectedRow>>();
  /** Entries this process wrote just now: nobody else has projected them, so nobody need be asked. */
  private readonly fresh = new Set<string>();

  constructor(
    private readonly events: EventLog,
    private readonly messages: ChatMessageRepository,
    private readonly plans: PlanRepository,
    private readonly calls: ToolCallRepository,
    private readonly audit: AuditRepository,
    private readonly inbox: InboxRepository,
    private readonly realtime: Realtime,
    private readonly drainer: Drainer,
  ) {}

  /** Says that this process has just written an entry; the next thing to do with it is to project it. */
  wrote(entryId: string): void {
    // One that is never projected here (its process was closed meanwhile) must not stay for ever.
    if (this.fresh.size > MAX_FRESH) this.fresh.clear();
    this.fresh.add(entryId);
  }

  /**
   * Projects a process's outbox up to an entry.
   * @returns the numbers of the last entry projected; rejects when its rows may not be stored
   */
  project(
    scope: TenantScope,
    process: Projectable,
    options: ProjectOptions = {},
  ): Promise<ProjectedRow> {
    const entries = entriesUpTo(process.outbox, options.upTo);
    const strangers = entries.filter(
      (entry) => !this.known.has(entry.id) && !this.fresh.has(entry.id),
    );
    if (strangers.length === 0) return this.start(scope, process, entries, NO_ROWS, false);
    return this.events.rowsOf(scope, strangers.map(idOf)).then((rows) => {
      const left = options.orderOnly ? entries.filter((entry) => !rows.has(entry.id)) : entries;
      return this.start(scope, process, left, rows, options.republish ?? false);
    });
  }

  /** The numbers under which an entry was told; null when it never was, or long ago. */
  async rowOf(scope: TenantScope, entryId: string): Promise<ProjectedRow | null> {
    const known = this.known.get(entryId);
    if (known !== undefined) return known;
    return (await this.events.rowsOf(scope, [entryId])).get(entryId) ?? null;
  }

  /** Begins all entries in order, without a pause between: a session's queue keeps that order. */
  private start(
    scope: TenantScope,
    process: Projectable,
    entries: readonly OutboxEntry[],
    stored: ReadonlyMap<string, SessionEventRow>,
    republish: boolean,
  ): Promise<ProjectedRow> {
    let last: Promise<ProjectedRow> = Promise.resolve(NO_ROW);
    const before: Promise<ProjectedRow>[] = [];
    for (const entry of entries) {
      const known = this.known.get(entry.id);
      const row = stored.get(entry.id);
      last =
        known ??
        this.remember(
          entry.id,
          this.store(scope, process, entry, { row, republish, before: [...before] }),
        );
      before.push(last);
    }
    return last;
  }

  private remember(entryId: string, projecting: Promise<ProjectedRow>): Promise<ProjectedRow> {
    if (this.known.size >= MAX_KNOWN) this.forgetOldest();
    this.known.set(entryId, projecting);
    this.fresh.delete(entryId);
    // Whoever waits for it sees the error; the sweeper projects it later in any case.
    projecting.catch(() => this.known.delete(entryId));
    return projecting;
  }

  private forgetOldest(): void {
    let room = MAX_KNOWN / 4;
    for (const entryId of this.known.keys()) {
      if (room-- === 0) return;
      this.known.delete(entryId);
    }
  }

  private async store(
    scope: TenantScope,
    process: Projectable,
    entry: OutboxEntry,
    context: {
      readonly row: SessionEventRow | undefined;
      readonly republish: boolean;
      readonly before: readonly Promise<ProjectedRow>[];
    },
  ): Promise<ProjectedRow> {
    const told =
      context.row ?? (entry.events.length === 0 ? undefined : this.append(scope, process, entry));
    const rows = this.storeRows(scope, process, entry, context.before);
    const record = this.record(scope, entry);
    const [row] = await Promise.all([told, rows]);
    if (row !== undefined && (context.row === undefined || context.republish)) this.publish(row);
    await record;
    this.drainer.add(process._id, entry.id);
    return row === undefined ? NO_ROW : { seq: row.seq, last: row.last };
  }

  private append(
    scope: TenantScope,
    process: Projectable,
    entry: OutboxEntry,
  ): Promise<SessionEventRow> {
    return this.events.append({
      _id: entry.id,
      tenantId: scope.tenantId,
      sessionId: process.sessionId,
      processId: process._id,
      processName: process.name,
      at: entry.at,
      events: entry.events,
    });
  }

  private async storeRows(
    scope: TenantScope,
    process: Projectable,
    entry: OutboxEntry,
    before: readonly Promise<ProjectedRow>[],
  ): Promise<void> {
    const writes: Promise<void>[] = [];
    if (entry.messages.length > 0) {
      writes.push(this.messages.project(scope, process._id, entry.messages));
    }
    if (entry.calls.length > 0) {
      writes.push(this.calls.project(scope, process._id, entry.calls));
    }
    const { items } = entry;
    if (items !== undefined) {
      // What closes an item comes after what added it.
      writes.push(Promise.all(before).then(() => this.inbox.project(scope, items)));
    }
    if (entry.plans.length > 0) {
      writes.push(
        // A verdict's row change needs the version's row to be there.
        Promise.all(before).then(() =>
          this.plans.project(scope, process._id, entry.at, entry.plans),
        ),
      );
    }
    if (writes.length > 0) await Promise.all(writes);
  }

  /** Begun with the rest, waited for after it: a tenant's record is one chain, and no client waits for that. */
  private record(scope: TenantScope, { at, audit }: OutboxEntry): Promise<void> | undefined {
    if (audit === undefined) return undefined;
    const recording = this.audit.project(scope, at, audit);
    // Should the rest fail first, this is looked at by nobody; the entry stays and is projected again.
    recording.catch(() => undefined);
    return recording;
  }

  private publish(row: SessionEventRow): void {
    const message: SessionMessage = {
      kind: 'row',
      seq: row.seq,
      last: row.last,
      events: durableEvents(row),
    };
    this.realtime.publish(sessionChannel(row.sessionId), JSON.stringify(message));
  }
}

const NO_ROWS: ReadonlyMap<string, SessionEventRow> = new Map();
const idOf = (entry: OutboxEntry): string => entry.id;

function entriesUpTo(
  outbox: readonly OutboxEntry[],
  upTo: string | undefined,
): readonly OutboxEntry[] {
  if (upTo === undefined) return outbox;
  const end = outbox.findIndex((entry) => entry.id === upTo);
  return end === -1 ? [] : outbox.slice(0, end + 1);
}
