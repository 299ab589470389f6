import type { Collection, Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { type SessionDocument, sessionSchema } from './session.schema';

/** Where a page of sessions ended. */
export interface SessionCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Sessions of a tenant's users. */
export class SessionRepository {
  private readonly rows: Collection<SessionDocument>;

  constructor(database: Database) {
    this.rows = database.collection('sessions', sessionSchema);
  }

  async create(scope: TenantScope, session: Omit<SessionDocument, 'tenantId'>): Promise<void> {
    await this.rows.insertOne({ ...session, tenantId: scope.tenantId });
  }

  /** The session, or null; deleted ones do not exist. */
  async find(scope: TenantScope, sessionId: string): Promise<SessionDocument | null> {
    return this.rows.findOne({
      _id: sessionId,
      tenantId: scope.tenantId,
      deletedAt: { $exists: false },
    });
  }

  /** A user's sessions in a project, newest first. */
  async list(
    scope: TenantScope,
    owner: { readonly project: string; readonly userId: string },
    limit: number,
    after?: SessionCursor,
  ): Promise<readonly SessionDocument[]> {
    const filter: Document = {
      tenantId: scope.tenantId,
      project: owner.project,
      userId: owner.userId,
      deletedAt: { $exists: false },
    };
    if (after !== undefined) {
      filter['$or'] = [
        { createdAt: { $lt: after.createdAt } },
        { createdAt: after.createdAt, _id: { $lt: after.id } },
      ];
    }
    return this.rows.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).toArray();
  }

  /** @returns the session after it, or null */
  async rename(
    scope: TenantScope,
    sessionId: string,
    title: string,
  ): Promise<SessionDocument | null> {
    return this.rows.findOneAndUpdate(
      { _id: sessionId, tenantId: scope.tenantId, deletedAt: { $exists: false } },
      { $set: { title } },
      { returnDocument: 'after' },
    );
  }

  /** @returns whether it was there */
  async delete(scope: TenantScope, sessionId: string): Promise<boolean> {
    const result = await this.rows.updateOne(
      { _id: sessionId, tenantId: scope.tenantId, deletedAt: { $exists: false } },
      { $currentDate: { deletedAt: true } },
    );
    return result.matchedCount === 1;
  }
}
