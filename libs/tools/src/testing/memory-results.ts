import type { TenantScope } from '@vance/kernel';
import { ToolResultStore } from '../tool-result-store';

/** Keeps results in memory. */
export class MemoryResults extends ToolResultStore {
  readonly kept = new Map<string, string>();

  override async save(_scope: TenantScope, _processId: string, text: string): Promise<string> {
    const id = `res_${this.kept.size + 1}`;
    this.kept.set(id, text);
    return id;
  }

  override async read(_scope: TenantScope, _processId: string, id: string): Promise<string | null> {
    return this.kept.get(id) ?? null;
  }
}
