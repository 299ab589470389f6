import { MongoServerError, type Collection } from 'mongodb';
import { badRequest, type TenantScope } from '@vance/kernel';
import type { UsageGroup } from '@vance/protocol';
import type { Database } from '../database';
import { llmTraceSchema, type LlmTraceDocument } from './llm-trace.schema';
import {
  NO_USAGE,
  NOT_EXPIRED,
  usagePipeline,
  type GroupedUsage,
  type TimeRange,
  type Usage,
} from './usage-pipeline';

/** Where a page of a process's traces begins: after this one. */
export interface TraceCursor {
  readonly at: Date;
  readonly id: string;
}

const FLUSH_MS = 500;
const MAX_BUFFERED = 5_000;
/** Characters of content that may wait; beyond it traces are kept without. */
const MAX_CONTENT = 16 * 1024 * 1024;

/** How long a sum may take the database, in milliseconds. */
const MOST_MS = 20_000;
const MAX_TIME_EXPIRED = 50;

/** Traces: written in bulks, unacknowledged by the majority, since losing one loses no work. */
export class LlmTraceRepository {
  private readonly rows: Collection<LlmTraceDocument>;
  private buffer: LlmTraceDocument[] = [];
  private contents = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.rows = database.collection('llm_traces', llmTraceSchema);
  }

  /** Notes a trace; returns at once. When the database cannot follow, the newest are dropped. */
  add(scope: TenantScope, trace: Omit<LlmTraceDocument, 'tenantId'>): void {
    if (this.buffer.length >= MAX_BUFFERED) return;
    const { content, ...row } = trace;
    const fits = content !== undefined && this.contents + content.length <= MAX_CONTENT;
    if (fits) this.contents += content.length;
    this.buffer.push({ ...row, ...(fits ? { content } : {}), tenantId: scope.tenantId });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes what is buffered; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const traces = this.buffer.splice(0);
    this.contents = 0;
    if (traces.length === 0) return;
    try {
      await this.rows.insertMany(traces, { ordered: false, writeConcern: { w: 1 } });
    } catch {
      // A repeated id after a crash, or a database that is away: a trace is not worth more than this try.
    }
  }

  /** Nest calls it while the database still stands. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Traces of a process, oldest first; their contents only where they are asked for. */
  async ofProcess(
    scope: TenantScope,
    processId: string,
    page: { readonly limit: number; readonly after?: TraceCursor; readonly content?: boolean },
  ): Promise<readonly LlmTraceDocument[]> {
    const { limit, after, content = false } = page;
    const beyond =
      after === undefined
        ? {}
        : { $or: [{ at: { $gt: after.at } }, { at: after.at, _id: { $gt: after.id } }] };
    return this.rows
      .find({ tenantId: scope.tenantId, processId: { $eq: processId }, ...beyond, ...NOT_EXPIRED })
      .project<LlmTraceDocument>(content ? {} : { content: 0 })
      .sort({ at: 1, _id: 1 })
      .limit(limit)
      .toArray();
  }

  /**
   * What a tenant used in all, and a page of it by group, in the order of the groups' names; both of one moment.
   * @throws DomainError BAD_REQUEST when there is more than can be summed in time
   */
  async usage(
    scope: TenantScope,
    range: TimeRange,
    group: UsageGroup,
    page: { readonly limit: number; readonly after?: string; readonly mostMs?: number },
  ): Promise<{ readonly total: Usage; readonly groups: readonly GroupedUsage[] }> {
    try {
      const [found] = await this.rows
        .aggregate<{ total: Usage[]; groups: GroupedUsage[] }>(
          usagePipeline(scope, range, group, page),
          { maxTimeMS: page.mostMs ?? MOST_MS },
        )
        .toArray();
      return { total: found?.total[0] ?? NO_USAGE, groups: found?.groups ?? [] };
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== MAX_TIME_EXPIRED) throw error;
      const message = 'too much for one sum: ask for a shorter range';
      throw badRequest('There is too much to sum up.', [{ path: 'from', message }]);
    }
  }
}
