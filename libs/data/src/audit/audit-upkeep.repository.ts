import type { Collection } from 'mongodb';
import type { Database } from '../database';
import {
  auditHeadSchema,
  auditSchema,
  type AuditDocument,
  type AuditHeadDocument,
} from './audit.schema';

/** Audit logs across tenants, for the operator's own checks; never asked on behalf of a user. */
export class AuditUpkeepRepository {
  private readonly rows: Collection<AuditDocument>;
  private readonly heads: Collection<AuditHeadDocument>;

  constructor(database: Database) {
    this.rows = database.collection('audit_log', auditSchema);
    this.heads = database.collection('audit_heads', auditHeadSchema);
  }

  /** Ids of all tenants that have a log or once had one, in order. */
  async tenantIds(): Promise<readonly string[]> {
    const [heads, rows] = await Promise.all([
      this.heads.find({}, { projection: { _id: 1 } }).toArray(),
      this.rows.aggregate<{ _id: string }>([{ $group: { _id: '$tenantId' } }]).toArray(),
    ]);
    return [...new Set([...heads, ...rows].map(({ _id }) => _id))].sort();
  }
}
