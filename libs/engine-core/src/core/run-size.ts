import type { StepCall, TurnStep } from '@vance/data';
import { cutText } from '@vance/kernel';
import { answerSize } from './answer-size';

/** Characters that the steps of a run may hold when a turn ends; they live in the process document. */
const BETWEEN_TURNS = 512 * 1024;
/** From here on, results within a turn are kept short. */
const WITHIN_TURN = 2 * 1024 * 1024;
const SHORT = 1_000;
const CUT = '\n[shortened to save room; call the tool again if the rest is needed]';

/** Shortens the oldest results of a run until its steps fit; answers and the newest results stay whole. */
export function trimSteps(steps: readonly TurnStep[]): readonly TurnStep[] {
  let size = sizeOf(steps);
  if (size <= BETWEEN_TURNS) return steps;
  return steps.map((step) => {
    if (size <= BETWEEN_TURNS) return step;
    const calls = step.calls.map(shortened);
    size -= sizeOfCalls(step.calls) - sizeOfCalls(calls);
    return { ...step, calls };
  });
}

/** A new result of a run that is nearly full. */
export function fittingResult(text: string, steps: readonly TurnStep[]): string {
  return text.length > SHORT && sizeOf(steps) > WITHIN_TURN ? cutText(text, SHORT) + CUT : text;
}

function shortened(call: StepCall): StepCall {
  const { result } = call;
  if (result === undefined || result.length <= SHORT + CUT.length) return call;
  return { ...call, result: cutText(result, SHORT) + CUT };
}

/** Characters that the steps of a run hold. */
export function sizeOf(steps: readonly TurnStep[]): number {
  let size = 0;
  for (const { answer, calls } of steps) size += answerSize(answer) + sizeOfCalls(calls);
  return size;
}

function sizeOfCalls(calls: readonly StepCall[]): number {
  return calls.reduce((size, { result }) => size + (result?.length ?? 0), 0);
}
