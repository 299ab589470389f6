/** A hint that a process has work. Carries ids only; the database decides whether there is any. */
export interface TurnJob {
  readonly tenantId: string;
  readonly processId: string;
  /** The lane's epoch when it was seen free: names the job, so that no finishing job swallows a new one. */
  readonly epoch: number;
  /** Added by the sweeper for a lane that expired under its holder. */
  readonly recovery?: boolean;
}

/** Adds jobs. Losing one costs time, never work: the sweeper finds what is due. */
export abstract class TurnQueue {
  /** Resolves when handed over; failures are logged, not thrown, as the hint may be lost. */
  abstract add(job: TurnJob): Promise<void>;
  abstract close(): Promise<void>;
}

/** Does jobs. */
export abstract class TurnConsumer {
  /** Starts taking jobs; `handle` must not throw for an ordinary end of a turn. */
  abstract start(handle: (job: TurnJob) => Promise<void>): Promise<void>;
  /** Takes no more jobs and resolves when those under way have ended. */
  abstract drain(): Promise<void>;
}
