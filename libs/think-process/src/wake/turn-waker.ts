import { Injectable } from '@nestjs/common';
import { type ProcessDocument, RUNNABLE } from '@vance/data';
import { failpoint } from '@vance/kernel';
import { type TurnJob, TurnQueue } from '@vance/queue';

/** What waking asks of a process. */
export type Wakeable = Pick<
  ProcessDocument,
  '_id' | 'tenantId' | 'status' | 'lane' | 'inbox' | 'turn'
>;

/**
 * Adds the job that a process's work needs: through Redis, or straight into this process where brain and
 * worker are one (the queue's adapter decides). A hint only: what is lost here the sweeper finds.
 */
@Injectable()
export class TurnWaker {
  constructor(private readonly queue: TurnQueue) {}

  /** Wakes a process as a write returned it; nothing happens when there is no work or a holder will see it. */
  wake(process: Wakeable): void {
    if (process.lane.workerId !== null || !hasWork(process)) return;
    this.add({ tenantId: process.tenantId, processId: process._id, epoch: process.lane.epoch });
  }

  /**
   * Wakes what the sweeper found: its lane is free, or expired under its holder.
   * @param anew under another name than the job that may stand in Redis already: its worker may have died
   * with it, and BullMQ would take long to notice
   */
  recover(process: Pick<ProcessDocument, '_id' | 'tenantId' | 'lane'>, anew: boolean): void {
    this.add({
      tenantId: process.tenantId,
      processId: process._id,
      epoch: process.lane.epoch,
      ...(anew || process.lane.workerId !== null ? { recovery: true } : {}),
    });
  }

  private add(job: TurnJob): void {
    const pause = failpoint('P2', job.processId);
    if (pause) void pause.then(() => this.queue.add(job));
    else void this.queue.add(job);
  }
}

/** Whether a take would find something to do. */
export function hasWork(process: Pick<Wakeable, 'status' | 'inbox' | 'turn'>): boolean {
  return isRunnable(process.status) && (process.inbox.length > 0 || process.turn !== undefined);
}

function isRunnable(status: ProcessDocument['status']): boolean {
  return RUNNABLE.some((runnable) => runnable === status);
}
