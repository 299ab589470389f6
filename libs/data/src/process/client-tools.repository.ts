import type { Collection } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import type { ClientToolSet, ProcessDocument } from './process-document';
import { processSchema } from './process.schema';

/**
 * Tool sets that clients offer, kept in the process documents of their session: the manifest is then
 * computed from one document. They are no part of what decisions compare, so `version` stands still.
 */
export class ClientToolsRepository {
  private readonly rows: Collection<ProcessDocument>;

  constructor(database: Database) {
    this.rows = database.collection('processes', processSchema);
  }

  /** Replaces the connection's set in every process of the session. */
  async replace(scope: TenantScope, sessionId: string, set: ClientToolSet): Promise<void> {
    await this.remove(scope, sessionId, set.connectionId);
    if (set.tools.length === 0) return;
    await this.rows.updateMany(
      {
        tenantId: scope.tenantId,
        sessionId,
        'clientTools.connectionId': { $ne: set.connectionId },
      },
      { $push: { clientTools: set } },
    );
  }

  /** Removes the connection's set. */
  async remove(scope: TenantScope, sessionId: string, connectionId: string): Promise<void> {
    await this.rows.updateMany(
      { tenantId: scope.tenantId, sessionId, 'clientTools.connectionId': connectionId },
      { $pull: { clientTools: { connectionId } } },
    );
  }

  /** Removes the sets of every connection that a brain held, of all tenants: that brain is gone. */
  async removeOfBrain(brainId: string): Promise<void> {
    await this.rows.updateMany(
      { 'clientTools.brainId': brainId },
      { $pull: { clientTools: { brainId } } },
    );
  }
}
