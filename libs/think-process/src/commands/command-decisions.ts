import type { ProcessDocument } from '@vance/data';
import { abandonedItem, itemsOf, type Move, type PlanModeState } from '@vance/plan-core';
import { buildEntry, type EntryExtra } from '../writer/build-entry';
import type { WriteDecision } from '../writer/process-writer';

/** What a user can tell a process to do. */
export type Command = 'halt' | 'pause' | 'resume' | 'close';

type Decision = WriteDecision<null>;
const unchanged: Decision = { kind: 'none', result: null };

/** The table of 1.2, one function each: pure, decided on the document as it is. */
export const commandDecisions: Readonly<
  Record<Command, (process: ProcessDocument, userId: string) => Decision>
> = {
  /** Ends the run. The flag waits for the lane's holder, or for the next one; nothing runs: no change. */
  halt: (process, userId) => {
    const runs =
      process.turn !== undefined && process.status !== 'PAUSED' && process.status !== 'CLOSED';
    if (!runs || process.halt !== undefined) return unchanged;
    return {
      kind: 'write',
      expect: { version: true },
      patch: { halt: { at: new Date(), by: userId }, due: 'now' },
      result: null,
    };
  },

  /** Remembers what it did, and stops; an open turn stays open. */
  pause: (process) => {
    if (process.status === 'PAUSED' || process.status === 'CLOSED') return unchanged;
    const { status, waitingFor } = process;
    return moveStatus(
      process,
      { status: 'PAUSED' },
      {
        pausedFrom: waitingFor === undefined ? { status } : { status, waitingFor },
      },
    );
  },

  /** BLOCKED if it waited before, else the run goes on; what came meanwhile is taken now. */
  resume: (process) => {
    if (process.status !== 'PAUSED') return unchanged;
    return moveStatus(
      process,
      resumedState(process),
      { pausedFrom: null, due: 'now' },
      { statusTag: 'resumed' },
    );
  },

  /**
   * The end. The lane is taken from its holder, so that nothing of its turn is written any more; what the
   * turn had taken becomes history.
   */
  close: (process) => {
    if (process.status === 'CLOSED') return unchanged;
    const taken = process.turn?.taken ?? [];
    return moveStatus(
      process,
      { status: 'CLOSED' },
      {
        closeReason: 'user',
        freeLane: true,
        turn: null,
        run: null,
        halt: null,
        pausedFrom: null,
        consume: taken,
      },
      { events: [{ type: 'process-closed', closeReason: 'user' }], consumes: true },
      itemsOf([abandonedItem(process)]),
    );
  },
};

function resumedState(process: ProcessDocument): Pick<PlanModeState, 'status' | 'waitingFor'> {
  const before = process.pausedFrom;
  if (before?.status === 'BLOCKED') return { status: 'BLOCKED', waitingFor: before.waitingFor };
  if (process.turn !== undefined) return { status: 'RUNNING' };
  return { status: before?.status === 'INIT' ? 'INIT' : 'IDLE' };
}

/** A move of status alone, with its event; what it waits for goes unless named. */
function moveStatus(
  process: ProcessDocument,
  to: Pick<PlanModeState, 'status' | 'waitingFor'>,
  patch: Omit<Extract<Decision, { kind: 'write' }>['patch'], 'state' | 'entry'>,
  extra: EntryExtra = {},
  items: Pick<Move, 'items'> = {},
): Decision {
  const state = { status: to.status, waitingFor: to.waitingFor };
  const { entry, histN } = buildEntry(
    process,
    { state: { ...process, ...state }, ...items },
    extra,
  );
  return {
    kind: 'write',
    expect: { version: true },
    patch: { ...patch, state, entry, ...(histN === process.hist.n ? {} : { histN }) },
    result: null,
  };
}
