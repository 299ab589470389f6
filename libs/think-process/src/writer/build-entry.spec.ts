import type { ProcessDocument } from '@vance/data';
import { newProcess } from '../sessions/new-process';
import { tenantScope } from '@vance/kernel';
import { buildEntry } from './build-entry';

const base = newProcess(tenantScope('acme'), {
  project: 'demo',
  sessionId: 'ses_1',
  userId: 'usr_1',
  name: 'chat',
  engine: 'arthur',
  recipe: 'default',
  profile: 'api',
});

const said = { role: 'ASSISTANT' as const, content: 'hi', tags: [], meta: {} };
const marker = {
  role: 'SYSTEM' as const,
  content: '',
  tags: ['MODE:plan'],
  meta: { kind: 'marker' as const },
};

/** A process whose turn has taken two messages as numbers 5 and 6. */
const inTurn: ProcessDocument = {
  ...base,
  status: 'RUNNING',
  hist: { gen: 0, n: 6 },
  inbox: [1, 2, 3].map((no) => ({
    no,
    id: `msg_${no}`,
    kind: 'user',
    clientMessageId: `c${no}`,
    content: `message ${no}`,
    userId: 'usr_1',
    at: new Date(0),
    meta: {},
  })),
  turn: {
    id: 'trn_1',
    taken: ['msg_1', 'msg_2'],
    firstN: 5,
    attempts: 1,
    iteration: 0,
    corrections: 0,
    startedAt: new Date(0),
    startedMode: 'NORMAL',
    firstStep: 0,
    spoke: false,
  },
};

describe('buildEntry', () => {
  it('puts the turn’s own messages before what is said, with the numbers the take gave', () => {
    const { entry, histN } = buildEntry(inTurn, { messages: [said] });
    expect(entry.messages.map((row) => [row.n, row.role, row.content])).toEqual([
      [5, 'USER', 'message 1'],
      [6, 'USER', 'message 2'],
      [7, 'ASSISTANT', 'hi'],
    ]);
    expect(histN).toBe(7);
    expect(entry.events.map((event) => event.type)).toEqual(['chat-message-appended']);
  });

  it('does not bring the turn’s messages a second time', () => {
    const { entry } = buildEntry({ ...inTurn, hist: { gen: 0, n: 7 } }, { messages: [said] });
    expect(entry.messages.map((row) => row.n)).toEqual([8]);
  });

  it('brings them with a silent commit', () => {
    const { entry, histN } = buildEntry(inTurn, {}, { consumes: true });
    expect(entry.messages.map((row) => row.n)).toEqual([5, 6]);
    expect(histN).toBe(6);
    expect(entry.events).toEqual([]);
  });

  it('numbers markers but tells nobody of them', () => {
    const { entry, histN } = buildEntry(base, { messages: [marker, said] });
    expect(entry.messages.map((row) => row.n)).toEqual([1, 2]);
    expect(histN).toBe(2);
    expect(entry.events).toHaveLength(1);
  });

  it('gives the same message the same id when it is decided again', () => {
    const ids = [1, 2].map(() => buildEntry(base, { messages: [said] }).entry.messages[0]?.id);
    expect(ids[0]).toBe(ids[1]);
  });

  it('tells of a status that changes, and whom it waits for', () => {
    const { entry } = buildEntry(
      inTurn,
      { state: { ...inTurn, status: 'BLOCKED', waitingFor: 'user' } },
      { statusTag: 'asked' },
    );
    expect(entry.events).toEqual([
      { type: 'process-progress', status: 'BLOCKED', statusTag: 'asked', waitingFor: 'user' },
    ]);
    expect(buildEntry(inTurn, { state: inTurn }).entry.events).toEqual([]);
  });
});
