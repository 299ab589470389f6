import { Injectable } from '@nestjs/common';
import { Realtime, WORKER_CHANNEL, type WorkerMessage } from '@vance/realtime';

/**
 * Tells lane holders at once what they would see a little later anyway: their polling and the filters of
 * their writes decide, so a hint that is lost costs a moment and nothing else.
 */
@Injectable()
export class WorkerHints {
  constructor(private readonly realtime: Realtime) {}

  /** A user wants the run of a process to stop. */
  halted(processId: string): void {
    this.tell({ kind: 'halt', processId });
  }

  /** Someone else than its lane holder has moved a process. */
  moved(processId: string): void {
    this.tell({ kind: 'moved', processId });
  }

  /** A client of the session offers other tools than before. */
  offersChanged(sessionId: string): void {
    this.tell({ kind: 'offers', sessionId });
  }

  private tell(message: WorkerMessage): void {
    this.realtime.publish(WORKER_CHANNEL, JSON.stringify(message));
  }
}
