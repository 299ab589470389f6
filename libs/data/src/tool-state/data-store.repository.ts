import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { KeyedTexts } from './keyed-text';

/** What the processes of a project share: JSON texts by key. */
export class DataStoreRepository {
  private readonly texts: KeyedTexts;

  constructor(database: Database) {
    this.texts = new KeyedTexts(database, 'data_store');
  }

  get(scope: TenantScope, project: string, key: string): Promise<string | null> {
    return this.texts.get(scope, project, key);
  }

  set(scope: TenantScope, project: string, key: string, value: string): Promise<void> {
    return this.texts.set(scope, project, key, value);
  }
}
