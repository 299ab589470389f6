import { Injectable } from '@nestjs/common';
import { Logger } from '@vance/observability';
import type { ProcessDocument, ProcessPatch, ToolCallRow } from '@vance/data';
import type { Move } from '@vance/plan-core';
import { moveRecord, type Mover } from '@vance/plan-mode';
import { buildEntry, ProcessWriter, type WriteDecision } from '@vance/think-process';
import { stateChange } from '../core/state-change';
import { LaneLost, type Interruption, type TurnSession } from './turn-session';

/** What a part of a turn wants written. The outbox entry is built here, from the move and the journal rows. */
export type TurnDecision<R> =
  | {
      readonly kind: 'write';
      readonly patch: Omit<ProcessPatch, 'entry' | 'histN' | 'state'>;
      /** What it moves and tells; messages are numbered and the change of state is found here. */
      readonly move?: Partial<Move>;
      /** What moves it, for the record; see `Mover`. */
      readonly movedBy?: string;
      readonly calls?: readonly ToolCallRow[];
      /** The turn ends: its taken messages leave the inbox and are history. */
      readonly closes?: boolean;
      /** Why the status moves, in a word for machines. */
      readonly statusTag?: string;
      /** No message may have been accepted since the process was read. */
      readonly expectAccepted?: boolean;
      /** It does not depend on the state: a result that only has to be kept. */
      readonly anyVersion?: boolean;
      readonly result: R;
    }
  | { readonly kind: 'none'; readonly result: R };

/** All writes of a turn: under its lane, with the results that wait, projected at once. */
@Injectable()
export class TurnWriter {
  constructor(
    private readonly processes: ProcessWriter,
    private readonly log: Logger,
  ) {}

  /**
   * Decides and writes until it holds; the session has the process as it is afterwards. Something that asks the
   * turn to stop comes back instead, unless this very write is the answer to it.
   * @throws LaneLost
   */
  async write<R>(
    session: TurnSession,
    decide: (process: ProcessDocument) => TurnDecision<R>,
    options: { readonly evenInterrupted?: boolean } = {},
  ): Promise<R | Interruption> {
    const outcome = await this.processes.write<R | Interruption>(
      session.scope,
      session.process._id,
      (process) => {
        session.process = process;
        const stop = options.evenInterrupted ? undefined : session.interruption;
        if (stop) return { kind: 'none', result: stop };
        const decision = decide(process);
        return decision.kind === 'none' ? decision : this.complete(session, process, decision);
      },
      { seed: session.process, lane: session.lane },
    );
    switch (outcome.kind) {
      case 'changed':
        // Not a read: what others have added meanwhile may not be in it, so their hints stay unseen.
        session.process = outcome.process;
        session.pending = undefined;
        session.projections.push(
          outcome.projected.then(
            () => undefined,
            (error: unknown) => {
              const processId = session.process._id;
              this.log.warn({ processId, err: error }, 'an entry is projected later');
            },
          ),
        );
        return outcome.result;
      case 'unchanged':
        session.process = outcome.process;
        return outcome.result;
      case 'missing':
      case 'lane-lost':
        throw new LaneLost(session.process._id);
    }
  }

  /** Adds what rides along: the change of state, results that wait, the entry. */
  private complete<R>(
    session: TurnSession,
    process: ProcessDocument,
    decision: Extract<TurnDecision<R>, { kind: 'write' }>,
  ): WriteDecision<R> {
    const { patch, move, movedBy, closes, statusTag } = decision;
    const { pending } = session;
    const calls = [...(pending?.rows ?? []), ...(decision.calls ?? [])];
    const state = move?.state ? stateChange(process, move.state) : undefined;
    const waiting =
      pending && patch.run !== null && patch.stepCalls === undefined
        ? { stepCalls: { step: pending.step, calls: pending.calls } }
        : {};
    const tells = move !== undefined || closes === true || calls.length > 0;
    const built = tells
      ? buildEntry(process, move ?? {}, {
          calls,
          audit: moveRecord(process, move ?? {}, moverOf(process, movedBy)),
          ...(closes ? { consumes: true } : {}),
          ...(statusTag === undefined ? {} : { statusTag }),
        })
      : undefined;
    return {
      kind: 'write',
      patch: {
        ...patch,
        ...waiting,
        ...(state ? { state } : {}),
        ...(built && hasContent(built.entry) ? { entry: built.entry } : {}),
        ...(built && built.histN !== process.hist.n ? { histN: built.histN } : {}),
      },
      expect: {
        ...(decision.anyVersion ? {} : { version: true as const }),
        ...(decision.expectAccepted ? { accepted: true as const } : {}),
      },
      result: decision.result,
    };
  }
}

function moverOf({ userId, turn }: ProcessDocument, by = 'turn'): Mover {
  return { by, userId, ...(turn ? { turnId: turn.id } : {}) };
}

function hasContent(entry: {
  readonly events: readonly unknown[];
  readonly messages: readonly unknown[];
  readonly plans: readonly unknown[];
  readonly calls: readonly unknown[];
}): boolean {
  return entry.events.length + entry.messages.length + entry.plans.length + entry.calls.length > 0;
}
