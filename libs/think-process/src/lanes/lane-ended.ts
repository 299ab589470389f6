/** Why a lane's work must stop: someone else has it, or a user or the platform wants it to. */
export type LaneEnd = 'lost' | 'halted' | 'paused' | 'closed' | 'shutdown';

/** The reason an aborted lane signal carries. */
export class LaneEnded extends Error {
  constructor(readonly end: LaneEnd) {
    super(`the lane's work ends: ${end}`);
    this.name = 'LaneEnded';
  }
}
