import { Injectable } from '@nestjs/common';
import { durableEvents, EventLog } from '@vance/data';
import type { TenantScope } from '@vance/kernel';
import type { EventRow } from './feed-order';
import type { RowReader } from './session-feed';

/** A session's rows as feeds and pages show them. */
@Injectable()
export class EventRows implements RowReader {
  constructor(private readonly log: EventLog) {}

  head(scope: TenantScope, sessionId: string): Promise<number> {
    return this.log.head(scope, sessionId);
  }

  heads(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.log.heads(sessionIds);
  }

  firstKept(scope: TenantScope, sessionId: string): Promise<number> {
    return this.log.firstKept(scope, sessionId);
  }

  async rowsAfter(
    scope: TenantScope,
    sessionId: string,
    seq: number,
    limit: number,
  ): Promise<readonly EventRow[]> {
    const rows = await this.log.range(scope, sessionId, seq, limit);
    return rows.map((row) => ({ seq: row.seq, last: row.last, events: durableEvents(row) }));
  }
}
