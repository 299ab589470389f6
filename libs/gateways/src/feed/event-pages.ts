import { Injectable } from '@nestjs/common';
import type { TenantScope } from '@vance/kernel';
import type { DurableEvent } from '@vance/protocol';
import { cursorAhead, cursorExpired, judgeCursor } from './cursor';
import { EventRows } from './event-rows';

/** Reads pages of a session's record. */
@Injectable()
export class EventPages {
  constructor(private readonly rows: EventRows) {}

  /** Refuses a cursor that cannot be served. @returns the last number there is */
  async check(scope: TenantScope, sessionId: string, since: number): Promise<number> {
    const [head, firstKept] = await Promise.all([
      this.rows.head(scope, sessionId),
      this.rows.firstKept(scope, sessionId),
    ]);
    switch (judgeCursor(since, head, firstKept)) {
      case 'ahead':
        throw cursorAhead(since, head);
      case 'expired':
        throw cursorExpired(since, firstKept);
      case 'ok':
        return head;
    }
  }

  /** The events after `since`, at most `limit`, with the last number there is. */
  async page(
    scope: TenantScope,
    sessionId: string,
    since: number,
    limit: number,
  ): Promise<{ readonly items: readonly DurableEvent[]; readonly lastSeq: number }> {
    const lastSeq = await this.check(scope, sessionId, since);
    const rows = await this.rows.rowsAfter(scope, sessionId, since, limit);
    const items = rows
      .flatMap((row) => row.events)
      .filter(({ seq }) => seq > since)
      .slice(0, limit);
    // A row that arrived between the two reads is simply newer.
    return { items, lastSeq: Math.max(lastSeq, items.at(-1)?.seq ?? 0) };
  }
}
