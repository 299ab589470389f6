import { Schema } from 'mongoose';
import type { Collection } from 'mongodb';
import { newId, type TenantScope } from '@vance/kernel';
import type { Database } from '../database';

/** A tool's result that is too long for the conversation. */
export interface ToolResultDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly processId: string;
  readonly text: string;
  readonly at: Date;
}

const text = { type: String, required: true };
const toolResultSchema = new Schema<ToolResultDocument>(
  { _id: text, tenantId: text, processId: text, text: String, at: { type: Date, required: true } },
  { collection: 'tool_results' },
);
// Kept as long as the events of its session (2.3); the server's own clock removes it.
toolResultSchema.index({ at: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });

/** Long tool results, kept by reference. */
export class ToolResultRepository {
  private readonly rows: Collection<ToolResultDocument>;

  constructor(database: Database) {
    this.rows = database.collection('tool_results', toolResultSchema);
  }

  /** @returns the id by which it can be read */
  async put(scope: TenantScope, processId: string, content: string): Promise<string> {
    const _id = newId('res');
    const { tenantId } = scope;
    await this.rows.insertOne({ _id, tenantId, processId, text: content, at: new Date() });
    return _id;
  }

  /** The text; null when there is none of that id for this process. */
  async get(scope: TenantScope, processId: string, id: string): Promise<string | null> {
    const row = await this.rows.findOne({ _id: id, tenantId: scope.tenantId, processId });
    return row?.text ?? null;
  }
}
