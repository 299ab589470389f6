import type { TurnJob } from './turn-queue';

/**
 * A job's name: the process and the epoch at which its lane was seen free. A job of an older epoch that is
 * just ending can thus never swallow a new one. Recovery of an expired lane has a name of its own.
 */
export function jobName(job: TurnJob): string {
  return `${job.processId}-${job.epoch}${job.recovery ? '-x' : ''}`;
}

/** Slots of a worker that one tenant may hold at a time: half, so a flood leaves the rest to others. */
export function slotsPerTenant(concurrency: number): number {
  return Math.max(1, Math.floor(concurrency / 2));
}
