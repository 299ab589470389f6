import { judgeAction } from '../action-gate';
import { phaseOf } from '../legal';
import { statusAfter } from '../status-after';
import type { PlanModeState } from '../state';
import { nextStep } from '../todo-list';
import { startOnWords, type ChatApproval } from './approve';
import { changed, planModeState, unchanged, type MoveResult } from './move';

/** START_EXECUTION: starts the approved version (1.5). Of the plan that executes already: nothing new. */
export function startExecution(process: PlanModeState, approval: ChatApproval): MoveResult {
  const gate = judgeAction('START_EXECUTION', process);
  if (!gate.ok) return gate;
  const before = planModeState(process);
  const idle = { ...statusAfter('START_EXECUTION', before), waitingFor: undefined };
  if (before.mode === 'EXECUTING' && phaseOf(before) === 'executing') {
    const feedback = `This plan is executing already; never emit START_EXECUTION again. ${nextStep(before.todos)}`;
    return unchanged({ ...before, ...idle }, feedback);
  }
  const started = startOnWords(before, approval);
  if (!started.ok) return started;
  const move = { ...started.value, state: { ...started.value.state, ...idle } };
  return changed(move, `mode: EXECUTING. ${nextStep(before.todos)}`);
}
