import type { AnswerAction, AskUserAction } from '@vance/protocol';
import type { OwnOutcome } from '../engine/think-engine';
import { spoken } from './turn-end';

/** ANSWER, as every engine that talks with a user has it. */
export function answer(action: AnswerAction): OwnOutcome {
  const { message, options, abandonPlan } = action;
  return {
    kind: 'applied',
    end: 'ANSWER',
    messages: [spoken(message, options ? { options } : {})],
    ...(abandonPlan ? { abandonPlan } : {}),
  };
}

/** ASK_USER: the process waits for the reply. */
export function askUser({ message, options }: AskUserAction): OwnOutcome {
  return {
    kind: 'applied',
    end: 'ASK_USER',
    messages: [spoken(message, options ? { options } : {})],
  };
}

/** REJECT: says why the request is not taken on. */
export function reject({ message }: { readonly message: string }): OwnOutcome {
  return { kind: 'applied', end: 'REJECT', messages: [spoken(message)] };
}

/** An action that needs a worker, where none can be had. */
export function withoutWorkers(feedback: string): OwnOutcome {
  return { kind: 'rejected', feedback, costsCorrection: true };
}
