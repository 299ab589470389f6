import type { ArthurActionType, PlanActionType, ProcessStatus, WaitingFor } from '@vance/protocol';
import { phaseOf } from './legal';
import type { PlanModeState } from './state';

/** What ends a turn: an action, or one of the engine's own guards. */
export type TurnEnd =
  | PlanActionType
  | ArthurActionType
  | 'DELEGATE_PROJECT'
  | 'STEER_PROJECT'
  | 'RELAY_INBOX'
  | 'SILENT_GUARD'
  | 'FALLBACK'
  | 'HALT';

export interface StatusAfter {
  readonly status: ProcessStatus;
  readonly waitingFor?: WaitingFor;
}

const IDLE: StatusAfter = { status: 'IDLE' };
const FOR_USER: StatusAfter = { status: 'BLOCKED', waitingFor: 'user' };
const FOR_CHILD: StatusAfter = { status: 'BLOCKED', waitingFor: 'child' };

/**
 * The status a turn's end leads to (1.2). `state` is the state after the action. WAIT without a live
 * child is refused before it gets here; if it came, it would wait for the user rather than for nobody.
 */
export function statusAfter(
  end: TurnEnd,
  state: PlanModeState,
  context: { readonly liveChild?: boolean } = {},
): StatusAfter {
  switch (end) {
    case 'REJECT':
    case 'RELAY':
    case 'RELAY_INBOX':
    case 'START_PLAN':
    case 'START_EXECUTION':
    case 'TODO_UPDATE':
    case 'STEER_PROJECT':
      return IDLE;
    case 'PROPOSE_PLAN':
    case 'ASK_USER':
    case 'SILENT_GUARD':
    case 'FALLBACK':
      return FOR_USER;
    case 'HALT':
      return state.mode === 'NORMAL' ? IDLE : FOR_USER;
    case 'DELEGATE':
    case 'DELEGATE_PROJECT':
      return context.liveChild ? FOR_CHILD : IDLE;
    case 'WAIT':
      return context.liveChild ? FOR_CHILD : FOR_USER;
    case 'ANSWER':
      return afterAnswer(state, context.liveChild === true);
    default:
      return FOR_USER;
  }
}

function afterAnswer(state: PlanModeState, liveChild: boolean): StatusAfter {
  const phase = phaseOf(state);
  if (state.mode === 'NORMAL') return IDLE;
  if (state.mode === 'EXECUTING' && phase !== 'blocked') return liveChild ? FOR_CHILD : IDLE;
  return FOR_USER;
}
