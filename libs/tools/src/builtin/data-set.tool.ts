import { z } from 'zod';
import { DataStoreRepository } from '@vance/data';
import { jsonValueParameter, keyParameter } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({ key: keyParameter, value: jsonValueParameter });

/** Stores a value that the project's processes share. Setting the same twice is setting it once. */
@ServerTool()
export class DataSetTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'data_set';
  readonly description =
    "Stores a value in the project's data store under a key; replaces what was there.";
  readonly inputSchema = parameters;
  readonly labels = ['data'];
  readonly idempotent = true;

  constructor(private readonly store: DataStoreRepository) {}

  async run({ scope, project }: ToolContext, { key, value }: z.infer<typeof parameters>) {
    await this.store.set(scope, project, key, JSON.stringify(value));
    return `Stored "${key}".`;
  }
}
