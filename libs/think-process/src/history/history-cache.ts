import { Injectable, Logger } from '@nestjs/common';
import {
  type ChatMessageDocument,
  ChatMessageRepository,
  type ChatMessageRow,
  type ProcessDocument,
} from '@vance/data';
import type { TenantScope } from '@vance/kernel';

/** Bytes of text kept; about two per character. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What a process costs before anything was said in it. */
const BYTES_OF_NONE = 200;

interface CachedHistory {
  readonly gen: number;
  /** Every row up to this number has been seen. */
  n: number;
  /** What a model is told: without markers and archived rows. */
  items: readonly ChatMessageRow[];
  bytes: number;
}

/**
 * Histories of the processes a worker has in hand. Safe without invalidation: rows never change, their
 * numbers are given inside process writes, and another generation (a compaction) starts anew.
 */
@Injectable()
export class HistoryCache {
  private readonly logger = new Logger(HistoryCache.name);
  private readonly cached = new Map<string, CachedHistory>();
  private bytes = 0;

  constructor(private readonly messages: ChatMessageRepository) {}

  /**
   * What was said up to a number, oldest first, without markers and archived rows.
   * @param project stores rows that a crash has left in the outbox; called when some are missing
   */
  async load(
    scope: TenantScope,
    process: Pick<ProcessDocument, '_id' | 'hist'>,
    upTo: number,
    project: () => Promise<unknown>,
  ): Promise<readonly ChatMessageRow[]> {
    const known = this.take(process._id, process.hist.gen);
    if (known.n < upTo) {
      const first = await this.messages.range(scope, process._id, known.n, upTo);
      const missing = first.length < upTo - known.n;
      if (missing) await project();
      const rows = missing ? await this.messages.range(scope, process._id, known.n, upTo) : first;
      if (rows.length < upTo - known.n) {
        this.logger.error(`history of ${process._id} has a hole between ${known.n} and ${upTo}`);
        return [...known.items, ...rows.filter(isTold).map(rowOf)];
      }
      this.add(process._id, known, rows.filter(isTold).map(rowOf), upTo);
    }
    this.keep(process._id, known);
    return upTo === known.n ? known.items : known.items.filter((item) => item.n <= upTo);
  }

  /** Adds rows that a write of this worker has stored. Rows that do not follow what is cached are left to the next load. */
  grow(process: Pick<ProcessDocument, '_id' | 'hist'>, rows: readonly ChatMessageRow[]): void {
    const known = this.cached.get(process._id);
    const [first] = rows;
    if (known === undefined || first === undefined) return;
    if (known.gen !== process.hist.gen || first.n !== known.n + 1) return;
    const told = rows.filter((row) => row.meta.kind !== 'marker');
    this.add(process._id, known, told, rows.at(-1)?.n ?? known.n);
  }

  /** Forgets a process, after an error or a lost lane. */
  drop(processId: string): void {
    const known = this.cached.get(processId);
    if (known === undefined) return;
    this.cached.delete(processId);
    this.bytes -= known.bytes;
  }

  private take(processId: string, gen: number): CachedHistory {
    const known = this.cached.get(processId);
    if (known?.gen === gen) return known;
    this.drop(processId);
    return { gen, n: 0, items: [], bytes: BYTES_OF_NONE };
  }

  /** Whoever was given the list before keeps what it was given: a longer one replaces it. */
  private add(
    processId: string,
    known: CachedHistory,
    told: readonly ChatMessageRow[],
    n: number,
  ): void {
    let bytes = 0;
    for (const row of told) bytes += 200 + 2 * row.content.length;
    known.items = [...known.items, ...told];
    known.bytes += bytes;
    known.n = n;
    if (this.cached.get(processId) === known) this.bytes += bytes;
  }

  /** Puts a history last in line for removal, and removes the first while there is too much. */
  private keep(processId: string, known: CachedHistory): void {
    if (this.cached.delete(processId)) this.bytes -= known.bytes;
    this.cached.set(processId, known);
    this.bytes += known.bytes;
    for (const oldest of this.cached.keys()) {
      if (this.bytes <= MAX_BYTES || oldest === processId) return;
      this.drop(oldest);
    }
  }
}

function isTold(row: ChatMessageDocument): boolean {
  return row.meta.kind !== 'marker' && row.archivedInMemoryId === undefined;
}

function rowOf(row: ChatMessageDocument): ChatMessageRow {
  const { _id, n, role, content, at, tags, meta } = row;
  return { id: _id, n, role, content, at, tags, meta };
}
