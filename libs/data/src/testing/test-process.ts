import { newId } from '@vance/kernel';
import type { InboxMessage, OutboxEntry, ProcessDocument } from '../process/process-document';

/** A process as a test wants it: idle, without messages, with whatever is overridden. */
export function testProcess(overrides: Partial<ProcessDocument> = {}): ProcessDocument {
  return {
    _id: newId('prc'),
    tenantId: 'acme',
    project: 'demo',
    sessionId: newId('ses'),
    userId: 'usr_1',
    name: 'chat',
    engine: 'arthur',
    recipe: 'arthur',
    profile: 'api',
    createdAt: new Date(),
    status: 'IDLE',
    mode: 'NORMAL',
    agentMode: 'build',
    plan: null,
    todos: [],
    approvedNo: 0,
    version: 0,
    accepted: 0,
    lane: { workerId: null, epoch: 0, expiresAt: new Date(0) },
    hist: { gen: 0, n: 0 },
    inbox: [],
    recent: [],
    outbox: [],
    clientTools: [],
    ...overrides,
  };
}

/** A user's message number `no`. */
export function testMessage(no: number, overrides: Partial<InboxMessage> = {}): InboxMessage {
  return {
    no,
    id: `msg_${no}`,
    kind: 'user',
    clientMessageId: `c${no}`,
    content: `message ${no}`,
    userId: 'usr_1',
    at: new Date(),
    meta: {},
    ...overrides,
  };
}

/** An entry that tells one thing. */
export function testEntry(overrides: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id: newId('out'),
    at: new Date(),
    events: [{ type: 'process-progress', status: 'IDLE', statusTag: 'idle' }],
    messages: [],
    plans: [],
    calls: [],
    ...overrides,
  };
}
