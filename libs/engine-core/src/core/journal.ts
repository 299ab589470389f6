import type { StepCall, ToolCallRow } from '@vance/data';
import { paramsHash } from '@vance/tools';

/** The journal's row of a call (4.4). */
export function journalRow(call: StepCall, turnId: string, rawArguments: string): ToolCallRow {
  const { callId, tool, effect, state, startedAt, endedAt } = call;
  return {
    callId,
    turnId,
    tool,
    effect,
    paramsHash: paramsHash(rawArguments),
    state,
    ...(startedAt ? { startedAt } : {}),
    ...(endedAt ? { endedAt } : {}),
  };
}
