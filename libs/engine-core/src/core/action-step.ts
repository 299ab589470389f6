import type { StepCall, TurnStep } from '@vance/data';
import type { AssistantTurn } from '@vance/protocol';
import { droppedCall } from './feedback';

/** How an action call ended, for the step that keeps it. */
export interface ActionResult {
  readonly state: 'DONE' | 'REFUSED';
  /** Whether it changed the process. */
  readonly changed: boolean;
  readonly feedback: string;
}

/** The step of an answer with an action: the action's result, and one for every call dropped beside it. */
export function actionStep(
  answer: AssistantTurn,
  index: number,
  result: ActionResult,
  mintCallId: () => string,
): TurnStep {
  const calls = answer.toolCalls.map((call, at): StepCall => {
    const callId = mintCallId();
    if (at === index) {
      const effect = result.changed ? 'write' : 'read';
      return { callId, tool: call.name, effect, state: result.state, result: result.feedback };
    }
    const name = answer.toolCalls[index]?.name ?? '';
    return {
      callId,
      tool: name,
      effect: 'read',
      state: 'REFUSED',
      result: droppedCall(name),
    };
  });
  return { answer, calls };
}
