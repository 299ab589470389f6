import type { ProcessDocument } from '@vance/data';
import { newId, type TenantScope } from '@vance/kernel';
import type { EventDraft } from '@vance/protocol';

/** Where and for whom a process is made. */
export type ProcessSpec = Pick<
  ProcessDocument,
  'project' | 'sessionId' | 'userId' | 'name' | 'engine' | 'recipe' | 'profile' | 'language'
> & {
  /** Minted when absent. */
  readonly processId?: string;
};

/** A process before its first message, with the entry that tells the session of it. */
export function newProcess(
  scope: TenantScope,
  { processId = newId('prc'), ...spec }: ProcessSpec,
): ProcessDocument {
  const { engine, recipe } = spec;
  const spawned: EventDraft = { type: 'process-spawned', parentProcessId: null, engine, recipe };
  const now = new Date();
  return {
    _id: processId,
    tenantId: scope.tenantId,
    ...spec,
    createdAt: now,
    status: 'INIT',
    mode: 'NORMAL',
    agentMode: 'build',
    plan: null,
    todos: [],
    approvedNo: 0,
    version: 0,
    accepted: 0,
    lane: { workerId: null, epoch: 0, expiresAt: new Date(0) },
    dueAt: now,
    hist: { gen: 0, n: 0 },
    inbox: [],
    recent: [],
    outbox: [{ id: newId('out'), at: now, events: [spawned], messages: [], plans: [], calls: [] }],
    clientTools: [],
  };
}
