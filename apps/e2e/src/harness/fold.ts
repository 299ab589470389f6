import type { DurableEvent, ProcessSnapshot } from '@vance/protocol';
import type { Conversation } from './wire';

type Known = Pick<
  ProcessSnapshot,
  'mode' | 'status' | 'agentMode' | 'todos' | 'plan' | 'waitingFor'
>;

/** What a client knows of a process that has heard its events from the first one on, and nothing else. */
export function foldOf(events: readonly DurableEvent[], processId: string): Known {
  let known: Known = { mode: 'NORMAL', status: 'INIT', agentMode: 'build', todos: [], plan: null };
  for (const event of events) {
    if (event.processId === processId) known = { ...known, ...changeOf(event) };
  }
  return known;
}

/** The same of the snapshot: the two must be equal (I5). */
export function known(snapshot: ProcessSnapshot): Known {
  const { mode, status, agentMode, todos, plan, waitingFor } = snapshot;
  return { mode, status, agentMode, todos, plan, waitingFor };
}

/** Every event of the conversation's session that the server has stored. */
export async function storedEvents(conversation: Conversation): Promise<readonly DurableEvent[]> {
  const { account, sessionId } = conversation;
  const page = await account.get<{ items: DurableEvent[] }>(
    `/api/v1/sessions/${sessionId}/events?since=0&limit=1000`,
  );
  return page.items;
}

function changeOf(event: DurableEvent): Partial<Known> {
  switch (event.type) {
    case 'process-mode-changed':
      return { mode: event.newMode };
    case 'agent-mode-changed':
      return { agentMode: event.newMode };
    case 'todos-updated':
      return { todos: event.todos };
    case 'plan-updated':
      return { plan: event.plan };
    case 'process-progress':
      return { status: event.status, waitingFor: event.waitingFor };
    default:
      return {};
  }
}
