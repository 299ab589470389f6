import type { Collection, Document } from 'mongodb';
import { Recent, type TenantScope } from '@vance/kernel';
import { duplicatesOf } from '../batching/duplicates';
import { GroupCommit } from '../batching/group-commit';
import type { Database } from '../database';
import { inserted } from '../tenancy/duplicate-key';
import {
  chained,
  NO_HEAD,
  plainData,
  type AuditDraft,
  type AuditEntry,
  type AuditHead,
} from './audit-chain';
import { judgeChain, type AuditVerdict } from './audit-verdict';
import {
  auditHeadSchema,
  auditSchema,
  type AuditDocument,
  type AuditHeadDocument,
} from './audit.schema';

/** Which rows of a log are asked for. */
export interface AuditQuery {
  readonly limit: number;
  /** Only rows before this place in the chain. */
  readonly before?: number;
  readonly action?: string;
  readonly actor?: string;
  readonly from?: Date;
  readonly to?: Date;
}

interface Writer {
  readonly bulk: GroupCommit<AuditEntry>;
  users: number;
}

/**
 * A tenant's audit log: it can be added to, read and verified. Rows form a chain; the unique place of each keeps it one
 * chain, whichever processes add to it at the same time.
 */
export class AuditRepository {
  private readonly rows: Collection<AuditDocument>;
  private readonly headRows: Collection<AuditHeadDocument>;
  /** Rows under way, by tenant: nobody waits for a neighbour's chain. */
  private readonly writers = new Map<string, Writer>();
  /** Where this process has seen each chain end; another process may have gone on. */
  private readonly heads = new Recent<AuditHead>(5_000);

  constructor(database: Database) {
    this.rows = database.collection('audit_log', auditSchema);
    this.headRows = database.collection('audit_heads', auditHeadSchema);
  }

  /** Resolves when the row is stored in its place. */
  add(scope: TenantScope, entry: Omit<AuditEntry, 'tenantId'>): Promise<void> {
    const data = plainData(entry.data);
    return this.write(scope.tenantId, [{ ...entry, data, tenantId: scope.tenantId }]);
  }

  /** Stores what an outbox entry of this time carries; rows that stand already stay as they are. */
  project(scope: TenantScope, at: Date, drafts: readonly AuditDraft[]): Promise<void> {
    const { tenantId } = scope;
    return this.write(
      tenantId,
      drafts.map((draft) => ({ ...draft, data: plainData(draft.data), at, tenantId })),
    );
  }

  /** Newest first. */
  list(scope: TenantScope, query: AuditQuery): Promise<readonly AuditDocument[]> {
    const { limit, before, action, actor, from, to } = query;
    const filter: Document = { tenantId: scope.tenantId };
    if (before !== undefined) filter['n'] = { $lt: before };
    if (action !== undefined) filter['action'] = { $eq: action };
    if (actor !== undefined) filter['actor'] = { $eq: actor };
    if (from !== undefined || to !== undefined)
      filter['at'] = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
    return this.rows.find(filter).sort({ n: -1 }).limit(limit).toArray();
  }

  /**
   * Walks the tenant's whole chain.
   * @param noted places of it that were noted elsewhere
   */
  async verify(scope: TenantScope, noted: readonly AuditHead[] = []): Promise<AuditVerdict> {
    const { tenantId } = scope;
    // Read first: rows that come meanwhile may lie behind it, never before.
    const stored = await this.headRows.findOne({ _id: tenantId });
    const rows = this.rows.find({ tenantId }).sort({ n: 1 });
    return judgeChain(rows, stored === null ? noted : [stored, ...noted]);
  }

  private async write(tenantId: string, entries: readonly AuditEntry[]): Promise<void> {
    const writer = this.writers.get(tenantId) ?? this.open(tenantId);
    writer.users += 1;
    try {
      await writer.bulk.add(entries);
    } finally {
      writer.users -= 1;
      if (writer.users === 0) this.writers.delete(tenantId);
    }
  }

  private open(tenantId: string): Writer {
    const bulk = new GroupCommit<AuditEntry>((entries) => this.append(tenantId, entries));
    const writer = { bulk, users: 0 };
    this.writers.set(tenantId, writer);
    return writer;
  }

  /** Goes on until all stand: whoever is second finds its place taken, reads the new end, and follows it. */
  private async append(tenantId: string, entries: readonly AuditEntry[]): Promise<void> {
    let left = entries;
    while (left.length > 0) {
      const rows = chained(this.heads.get(tenantId) ?? (await this.head(tenantId)), left);
      // What is not known to stand must not be followed.
      this.heads.delete(tenantId);
      const { stored, met } = await this.insertFirst(rows);
      left = left.slice(stored + met);
      const last = rows[stored - 1];
      if (last === undefined) continue;
      await this.noteHead(tenantId, last);
      if (left.length === 0) this.heads.set(tenantId, { n: last.n, hash: last.hash });
    }
  }

  /** How many of the rows stand now, from the first on; and whether the next one stood before (1) or not (0). */
  private async insertFirst(
    rows: readonly AuditDocument[],
  ): Promise<{ readonly stored: number; readonly met: 0 | 1 }> {
    try {
      await this.rows.insertMany([...rows], { ordered: true });
      return { stored: rows.length, met: 0 };
    } catch (error) {
      const [first] = duplicatesOf(error);
      if (first === undefined) throw error;
      return { stored: first.index, met: first.indexName === '_id_' ? 1 : 0 };
    }
  }

  private async head(tenantId: string): Promise<AuditHead> {
    const last = await this.rows.findOne(
      { tenantId },
      { sort: { n: -1 }, projection: { n: 1, hash: 1 } },
    );
    return last ?? NO_HEAD;
  }

  private async noteHead(_id: string, { n, hash }: AuditHead): Promise<void> {
    const further = { _id, n: { $lt: n } };
    // Inserting fails where a head stands that is further already.
    await inserted(() => this.headRows.updateOne(further, { $set: { n, hash } }, { upsert: true }));
  }
}
