import type { StepCall } from '@vance/data';
import type { ModelToolCall, ProcessMode } from '@vance/protocol';
import { toolNotAllowedText, type ToolDescriptor, type ToolEffect } from '@vance/tools';

/** Refusals of one tool in one turn after which the turn ends as a fallback (1.2). */
export const REFUSAL_LIMIT = 10;

/** Judges the calls of an answer against the manifest of the state as it is now (lock 2). */
export function judgeCalls(
  calls: readonly ModelToolCall[],
  manifest: readonly ToolDescriptor[],
  mode: ProcessMode,
  effectOf: (tool: ToolDescriptor) => ToolEffect,
  mintCallId: () => string,
): StepCall[] {
  return calls.map((call) => {
    const tool = manifest.find((known) => known.name === call.name);
    const callId = mintCallId();
    if (tool) return { callId, tool: call.name, effect: effectOf(tool), state: 'INTENDED' };
    return refused({ callId, tool: call.name, effect: 'write', state: 'INTENDED' }, manifest, mode);
  });
}

/** The call, refused: it names what is allowed, and its handler is never run. */
export function refused(
  call: StepCall,
  manifest: readonly ToolDescriptor[],
  mode: ProcessMode,
): StepCall {
  const allowed = manifest.map((tool) => tool.name);
  return { ...call, state: 'REFUSED', result: toolNotAllowedText(allowed, mode) };
}

/** Whether some tool has been refused as often as a turn bears. `steps` are those of the turn. */
export function refusedTooOften(
  steps: readonly { readonly calls: readonly StepCall[] }[],
  actionTool: string,
): boolean {
  const counts = new Map<string, number>();
  for (const { calls } of steps) {
    for (const { tool, state } of calls) {
      if (state !== 'REFUSED' || tool === actionTool) continue;
      const count = (counts.get(tool) ?? 0) + 1;
      if (count >= REFUSAL_LIMIT) return true;
      counts.set(tool, count);
    }
  }
  return false;
}
