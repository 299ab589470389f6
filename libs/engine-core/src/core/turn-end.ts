import type { OpenTurn, ProcessDocument, ProcessPatch, Run, TurnStep } from '@vance/data';
import type { MessageDraft, PlanModeState, StatusAfter } from '@vance/plan-core';
import { decideContinuation, type Continuation } from './continuation';
import { trimSteps } from './run-size';
import { sentence } from './sentences';

/** How a turn ends, as its last action or a guard decides. */
export interface TurnEnding {
  /** The state after the action's move; its status is set here. */
  readonly state: PlanModeState;
  readonly status: StatusAfter;
  readonly messages: readonly MessageDraft[];
  /** What the next turn of the run is told of this ending. */
  readonly step?: TurnStep;
  /** Told something to the user, or used a tool, before this ending. */
  readonly spoke: boolean;
}

/** The write that ends a turn, and what became of its run. */
export interface ClosedTurn {
  readonly patch: ProcessPatch;
  readonly state: PlanModeState;
  readonly messages: readonly MessageDraft[];
  readonly continuation: Continuation['kind'];
}

/**
 * Ends the turn of a process: the run goes on (1.11) with a new turn on the same lane, or the lane is freed. In
 * both cases the taken messages leave the inbox. What a guard of the run has to say is said in `language`.
 */
export function endTurn(
  process: ProcessDocument,
  ending: TurnEnding,
  minted: { readonly turnId: string; readonly now: Date },
  language: string | undefined,
): ClosedTurn {
  const turn = openTurn(process);
  const run = process.run ?? emptyRun(turn);
  const after: PlanModeState = { ...ending.state, ...statusOf(ending.status) };
  const continuation = decideContinuation({
    state: after,
    modeChanged: after.mode !== turn.startedMode,
    spoke: ending.spoke || ending.messages.some(({ role }) => role === 'ASSISTANT'),
    messageWaits: process.inbox.some((message) => !turn.taken.includes(message.id)),
    continuations: run.continuations,
    silentTurns: run.silentTurns,
  });
  const consume = turn.taken;
  if (continuation.kind === 'continue') {
    const steps = trimSteps(ending.step ? [...run.steps, ending.step] : run.steps);
    const state: PlanModeState = { ...after, ...statusOf({ status: 'RUNNING' }) };
    const patch: ProcessPatch = {
      consume,
      turn: nextTurn(turn, state, steps.length, minted),
      run: {
        ...run,
        continuations: continuation.continuations,
        silentTurns: continuation.silentTurns,
        steps,
      },
    };
    return { patch, state, messages: ending.messages, continuation: 'continue' };
  }
  const [state, messages] = guarded(after, ending.messages, continuation.kind, language);
  const patch: ProcessPatch = {
    consume,
    turn: null,
    run: null,
    // A halt that came too late for this turn must not stop the next one.
    halt: null,
    freeLane: true,
  };
  return { patch, state, messages, continuation: continuation.kind };
}

/** The guards of a run say one friendly thing each. */
function guarded(
  state: PlanModeState,
  messages: readonly MessageDraft[],
  kind: Exclude<Continuation['kind'], 'continue'>,
  language: string | undefined,
): [PlanModeState, readonly MessageDraft[]] {
  switch (kind) {
    case 'stop':
      return [state, messages];
    case 'budget-spent':
      return [state, [...messages, spoken(sentence('budget', language))]];
    case 'silent':
      return [
        { ...state, status: 'BLOCKED', waitingFor: 'user' },
        [...messages, spoken(sentence('silent', language))],
      ];
  }
}

/** A message of the product or the model to the user. */
export function spoken(content: string, meta: MessageDraft['meta'] = {}): MessageDraft {
  return { role: 'ASSISTANT', content, tags: [], meta };
}

/** The open turn of a process under work. */
export function openTurn(process: ProcessDocument): OpenTurn {
  if (!process.turn) throw new TypeError(`process ${process._id} has no open turn`);
  return process.turn;
}

function emptyRun(turn: OpenTurn): Run {
  return { continuations: 0, silentTurns: 0, firstN: turn.firstN, messages: [], steps: [] };
}

function nextTurn(
  turn: OpenTurn,
  state: PlanModeState,
  firstStep: number,
  minted: { readonly turnId: string; readonly now: Date },
): OpenTurn {
  return {
    id: minted.turnId,
    taken: [],
    firstN: turn.firstN,
    attempts: 1,
    iteration: 0,
    corrections: 0,
    startedAt: minted.now,
    startedMode: state.mode,
    firstStep,
    spoke: false,
  };
}

function statusOf({
  status,
  waitingFor,
}: StatusAfter): Pick<PlanModeState, 'status' | 'waitingFor'> {
  return { status, waitingFor };
}
