import { Injectable, Logger } from '@nestjs/common';
import { ProcessUpkeepRepository } from '@vance/data';

const DRAIN_MS = 1_000;
/** A process with this many entries to drain does not wait: its outbox is bounded. */
const DRAIN_AT_ONCE = 24;

/** Takes projected entries out of their documents, all processes together, about once a second. */
@Injectable()
export class Drainer {
  private readonly logger = new Logger(Drainer.name);
  private projected = new Map<string, string[]>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly upkeep: ProcessUpkeepRepository) {}

  /** Notes that an entry's rows are all stored. */
  add(processId: string, entryId: string): void {
    const known = this.projected.get(processId);
    if (known === undefined) this.projected.set(processId, [entryId]);
    else known.push(entryId);
    if (this.closed) return;
    if ((known?.length ?? 0) >= DRAIN_AT_ONCE) {
      void this.flush();
      return;
    }
    this.timer ??= setTimeout(() => void this.flush(), DRAIN_MS).unref();
  }

  /** Entries of a process that are projected and, for all that is known here, still in its outbox. */
  waitingOf(processId: string): readonly string[] {
    return this.projected.get(processId) ?? [];
  }

  /** Notes that another write took these entries out: only the due date is left to look after. */
  taken(processId: string, entryIds: readonly string[]): void {
    if (entryIds.length === 0) return;
    const waiting = this.projected.get(processId);
    if (waiting === undefined) return;
    this.projected.set(
      processId,
      waiting.filter((id) => !entryIds.includes(id)),
    );
  }

  /** Drains now; never rejects, what fails is tried again in the next round. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batch = this.projected;
    this.projected = new Map();
    try {
      await this.upkeep.drain([...batch].map(([processId, entryIds]) => ({ processId, entryIds })));
    } catch (error) {
      this.logger.warn(`draining ${batch.size} outboxes failed, will try again: ${String(error)}`);
      for (const [processId, ids] of batch) for (const id of ids) this.add(processId, id);
    }
  }

  /** Nest calls it while the database still stands: drains once more, then leaves the rest to others. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    await this.flush();
  }
}
