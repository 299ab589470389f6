import type { ProcessDocument, TurnStep } from '@vance/data';
import { PLAN_EXPECTED } from './feedback';

/** The stored steps of the turn under way, without those of earlier turns of its run. */
export function stepsOfTurn(process: Pick<ProcessDocument, 'run' | 'turn'>): readonly TurnStep[] {
  return process.run?.steps.slice(process.turn?.firstStep ?? 0) ?? [];
}

/** The last words the model wrote in this turn without sending them, '' if none. */
export function freeTextOf(steps: readonly TurnStep[]): string {
  return steps.findLast((step) => step.answer.text.trim() !== '')?.answer.text.trim() ?? '';
}

/** Whether the turn has called an ordinary tool, refused ones included. */
export function calledTools(steps: readonly TurnStep[], actionTool: string): boolean {
  return steps.some((step) => step.calls.some((call) => call.tool !== actionTool));
}

/** Whether the turn was told once that the user's switch asks for a plan (1.8). */
export function wasToldToPlan(steps: readonly TurnStep[]): boolean {
  return steps.some((step) => step.calls.some((call) => call.result === PLAN_EXPECTED));
}

/** Whether the turn moved a plan on: an action that was carried out inside it. */
export function madeProgress(steps: readonly TurnStep[], actionTool: string): boolean {
  return steps.some((step) =>
    step.calls.some(
      ({ tool, effect, state }) => tool === actionTool && effect === 'write' && state === 'DONE',
    ),
  );
}
