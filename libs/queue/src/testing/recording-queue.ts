import { TurnQueue, type TurnJob } from '../turn-queue';

/** Remembers jobs instead of doing them: the test decides what becomes of them. */
export class RecordingQueue extends TurnQueue {
  readonly jobs: TurnJob[] = [];

  add(job: TurnJob): Promise<void> {
    this.jobs.push(job);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
