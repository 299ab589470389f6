import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { KeyedTexts, type KeyedTextEntry } from './keyed-text';

/** A process's own notes between its turns: JSON texts by key. */
export class ScratchpadRepository {
  private readonly texts: KeyedTexts;

  constructor(database: Database) {
    this.texts = new KeyedTexts(database, 'scratchpad');
  }

  get(scope: TenantScope, processId: string, key: string): Promise<string | null> {
    return this.texts.get(scope, processId, key);
  }

  set(scope: TenantScope, processId: string, key: string, value: string): Promise<void> {
    return this.texts.set(scope, processId, key, value);
  }

  delete(scope: TenantScope, processId: string, key: string): Promise<boolean> {
    return this.texts.delete(scope, processId, key);
  }

  list(scope: TenantScope, processId: string): Promise<KeyedTextEntry[]> {
    return this.texts.list(scope, processId);
  }
}
