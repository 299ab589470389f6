import type { ProcessDocument } from '@vance/data';
import { toPlanView } from '@vance/plan-core';
import type { ProcessSnapshot } from '@vance/protocol';

/** A process as clients see it: enough to draw its plan panel. */
export function toSnapshot(process: ProcessDocument): ProcessSnapshot {
  return {
    processId: process._id,
    sessionId: process.sessionId,
    name: process.name,
    engine: process.engine,
    recipe: process.recipe,
    mode: process.mode,
    status: process.status,
    agentMode: process.agentMode,
    todos: [...process.todos],
    plan: toPlanView(process.plan, process.todos),
    ...(process.parentProcessId === undefined ? {} : { parentProcessId: process.parentProcessId }),
    ...(process.waitingFor === undefined ? {} : { waitingFor: process.waitingFor }),
  };
}
