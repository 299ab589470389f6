import type { OutboxEntry, ProcessDocument, ProcessPatch } from '@vance/data';
import type { Move } from '@vance/plan-core';
import { buildEntry } from '@vance/think-process';
import { moveRecord, type Mover } from './move-record';

/** A write of a move; callers may add to its patch what belongs to the same moment. */
export interface MoveWrite<R> {
  readonly kind: 'write';
  readonly expect: { readonly version: true; readonly accepted?: true };
  readonly patch: ProcessPatch & { readonly entry: OutboxEntry };
  readonly result: R;
}

/**
 * The write of a move on the document it was judged by: state, outbox entry and what belongs on the record, all or
 * nothing.
 * @param mover who is on record for it; may be absent where neither a mode moves nor anybody decides
 */
export function writeMove<R>(
  process: ProcessDocument,
  move: Move,
  result: R,
  mover?: Mover,
): MoveWrite<R> {
  const audit = mover === undefined ? [] : moveRecord(process, move, mover);
  const { entry, histN } = buildEntry(process, move, { audit });
  return {
    kind: 'write',
    expect: { version: true },
    patch: {
      state: move.state,
      entry,
      ...(histN === process.hist.n ? {} : { histN }),
    },
    result,
  };
}
