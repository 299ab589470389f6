import { assertNever } from '@vance/kernel';
import type { ArthurAction } from '@vance/protocol';
import {
  answer,
  askUser,
  reject,
  withoutWorkers,
  type OwnContext,
  type OwnOutcome,
} from '@vance/engine-core';

/** DELEGATE, RELAY and WAIT get their work when there are workers to delegate to. */
const NO_WORKERS =
  'NO_WORKERS: no worker engines are available yet. Do the work with your own tools, or tell the user what is missing.';
const NOTHING_TO_WAIT_FOR =
  'INVALID_ACTION: WAIT needs a worker that is still at work, and there is none. Use ANSWER or ASK_USER.';

/** What only Arthur does with an action. Plan actions never get here: plan mode has them. */
export function applyArthurAction(action: ArthurAction, context: OwnContext): OwnOutcome {
  switch (action.type) {
    case 'ANSWER':
      return answer(action);
    case 'ASK_USER':
      return askUser(action);
    case 'REJECT':
      return reject(action);
    case 'DELEGATE':
    case 'RELAY':
      return withoutWorkers(NO_WORKERS);
    case 'WAIT':
      return context.liveChild
        ? { kind: 'applied', end: 'WAIT', messages: [] }
        : withoutWorkers(NOTHING_TO_WAIT_FOR);
    case 'START_PLAN':
    case 'PROPOSE_PLAN':
    case 'START_EXECUTION':
    case 'TODO_UPDATE':
      throw new TypeError(`${action.type} belongs to plan mode`);
    default:
      return assertNever(action, 'action');
  }
}
