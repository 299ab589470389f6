import { Injectable } from '@nestjs/common';
import { ToolResultRepository } from '@vance/data';
import { cutText, type TenantScope } from '@vance/kernel';

/** Longest text that is stored, in UTF-16 units; what is beyond is lost. */
const MAX_STORED = 4_000_000;

/** Keeps results that are too large to be told whole. */
export abstract class ToolResultStore {
  /** Stores the text and gives the id by which `tool_result_read` finds it. */
  abstract save(scope: TenantScope, processId: string, text: string): Promise<string>;
  /** The stored text, or null when this process has no such result. */
  abstract read(scope: TenantScope, processId: string, resultId: string): Promise<string | null>;
}

/** Keeps them in MongoDB. */
@Injectable()
export class DurableToolResults extends ToolResultStore {
  constructor(private readonly rows: ToolResultRepository) {
    super();
  }

  override save(scope: TenantScope, processId: string, text: string): Promise<string> {
    return this.rows.put(scope, processId, cutText(text, MAX_STORED));
  }

  override read(scope: TenantScope, processId: string, resultId: string): Promise<string | null> {
    return this.rows.get(scope, processId, resultId);
  }
}
