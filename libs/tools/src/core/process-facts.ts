import type { ProcessDocument } from '@vance/data';

/** A process in a line, as process_list shows it. */
export function processLine(process: ProcessDocument) {
  const {
    _id: processId,
    name,
    engine,
    recipe,
    status,
    mode,
    waitingFor,
    parentProcessId,
  } = process;
  return { processId, name, engine, recipe, status, mode, waitingFor, parentProcessId };
}

/** A process with its plan, as process_status shows it. */
export function processFacts(process: ProcessDocument) {
  const { agentMode, plan, todos } = process;
  return {
    ...processLine(process),
    agentMode,
    plan: plan && {
      version: plan.version,
      phase: plan.phase,
      goal: plan.goal,
      summary: plan.summary,
    },
    todos: todos.map(({ id, status, content }) => ({ id, status, content })),
  };
}
