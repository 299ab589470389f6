import { z } from 'zod';
import { DataStoreRepository } from '@vance/data';
import { keyParameter } from '../core/parameters';
import { storedValue } from '../core/stored-value';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({ key: keyParameter });

/** Reads a value that the project's processes share. */
@ServerTool()
export class DataGetTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'data_get';
  readonly description = "Reads a value from the project's data store.";
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'data'];

  constructor(private readonly store: DataStoreRepository) {}

  async run({ scope, project }: ToolContext, { key }: z.infer<typeof parameters>) {
    return storedValue(key, await this.store.get(scope, project, key));
  }
}
