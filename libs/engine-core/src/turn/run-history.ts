import { Injectable } from '@nestjs/common';
import type { ChatMessageRow, ProcessDocument } from '@vance/data';
import type { TenantScope } from '@vance/kernel';
import type { ModelMessage } from '@vance/llm';
import { HistoryCache, Projector } from '@vance/think-process';
import { rowMessage } from '../core/transcript';

/** What was said before a run, as the model reads it: the same object for a row each time it is asked. */
@Injectable()
export class RunHistory {
  private readonly told = new WeakMap<ChatMessageRow, ModelMessage | null>();

  constructor(
    private readonly rows: HistoryCache,
    private readonly projector: Projector,
  ) {}

  async before(scope: TenantScope, process: ProcessDocument): Promise<readonly ModelMessage[]> {
    const rows = await this.rowsBefore(scope, process);
    return rows.map((row) => this.message(row)).filter((message) => message !== null);
  }

  /** What the user wrote before a run, oldest first; verdicts, which may be the product's words, aside. */
  async userWords(scope: TenantScope, process: ProcessDocument): Promise<readonly string[]> {
    const rows = await this.rowsBefore(scope, process);
    return rows
      .filter(({ role, meta }) => role === 'USER' && meta.planDecision === undefined)
      .map(({ content }) => content);
  }

  private async rowsBefore(
    scope: TenantScope,
    process: ProcessDocument,
  ): Promise<readonly ChatMessageRow[]> {
    const firstN = process.run?.firstN ?? process.turn?.firstN ?? process.hist.n + 1;
    return this.rows.load(scope, process, firstN - 1, () => this.projector.project(scope, process));
  }

  private message(row: ChatMessageRow): ModelMessage | null {
    const known = this.told.get(row);
    if (known !== undefined) return known;
    const message = rowMessage(row);
    this.told.set(row, message);
    return message;
  }
}
