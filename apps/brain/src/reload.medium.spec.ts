import type { ProcessPatch } from '@vance/data';
import { tenantScope } from '@vance/kernel';
import type { EventDraft, TodoItem } from '@vance/protocol';
import { buildEntry, ProcessWriter } from '@vance/think-process';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';
import type { TestSocket } from './testing/test-socket';

const todo = (id: string): TodoItem => ({ id, content: `Do ${id}`, status: 'PENDING' });
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a client that comes back', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;
  let socket: TestSocket;
  let sessionId: string;
  let processId: string;

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
  });
  afterAll(async () => {
    admin?.close();
    await brains?.stop();
  });
  beforeEach(async () => {
    socket = await admin.connect();
    const opened = await socket.request('session-open', { project: 'p' });
    ({ sessionId } = opened.session);
    processId = opened.chatProcessId;
  });

  /** A worker's move, without a worker. */
  async function move(state: ProcessPatch['state'], events: readonly EventDraft[]): Promise<void> {
    const scope = tenantScope(socket.named('welcome')[0]?.payload.tenantId);
    const outcome = await brain.app.get(ProcessWriter).write(scope, processId, (process) => ({
      kind: 'write',
      patch: { state, entry: buildEntry(process, { events }).entry },
      expect: { version: true },
      result: null,
    }));
    if (outcome.kind !== 'changed') throw new Error(outcome.kind);
    await outcome.projected;
  }
  const proposed = (todos: TodoItem[]): Promise<void> =>
    move(
      {
        ...{ status: 'BLOCKED', waitingFor: 'user', mode: 'PLANNING', todos },
        plan: {
          ...{ version: 1, phase: 'ready', summary: 'Three steps', hash: 'h', proposed: true },
          ...{ proposedNo: 0, tagged: true },
        },
      },
      [
        { type: 'todos-updated', todos, planVersion: 1 },
        { type: 'plan-proposed', summary: 'Three steps', planVersion: 1 },
      ],
    );
  async function reopen(url: string, since?: number) {
    const back = await admin.at(url).connect();
    const opened = await back.request('session-open', {
      project: 'p',
      sessionId,
      ...(since === undefined ? {} : { since }),
    });
    return { back, opened };
  }

  it('to a plan that waits for its approval sees the plan, its version, its todos and whom it waits for', async () => {
    await proposed([todo('a'), todo('b'), todo('c')]);
    socket.close();
    const { opened } = await reopen(brain.url);
    expect(opened.processes).toEqual([
      expect.objectContaining({
        processId,
        mode: 'PLANNING',
        status: 'BLOCKED',
        waitingFor: 'user',
        todos: [todo('a'), todo('b'), todo('c')],
        plan: expect.objectContaining({ version: 1, phase: 'ready', summary: 'Three steps' }),
      }),
    ]);
  });

  it('to a list that was emptied finds it empty, also after a restart', async () => {
    await proposed([todo('a'), todo('b'), todo('c')]);
    await move({ todos: [] }, [{ type: 'todos-updated', todos: [], planVersion: 1 }]);
    const fresh = await brains.start();
    const { back, opened } = await reopen(fresh.url, 0);
    expect(opened.processes[0].todos).toEqual([]);
    const told = opened.events.filter(({ type }: { type: string }) => type === 'todos-updated');
    expect(told.at(-1).todos).toEqual([]);
    back.close();
  });

  it('after 1,000 live events gets the gap alone', async () => {
    const burst = (): Promise<void> =>
      move(
        {},
        range(1, 50).map(() => ({ type: 'plan-proposed', summary: 's', planVersion: 1 })),
      );
    for (let n = 0; n < 20; n += 1) await burst();
    await socket.until(() => socket.seqs(sessionId).length >= 1_000);
    const since = socket.seqs(sessionId).at(-1) ?? 0;
    socket.close();
    await burst();
    const { opened } = await reopen(brain.url, since);
    expect(opened.events.map(({ seq }: { seq: number }) => seq)).toEqual(
      range(since + 1, since + 50),
    );
  });

  it('in the middle of a message can tell by the event ids alone what it has', async () => {
    await proposed([todo('a')]);
    await socket.until(() => socket.named('plan-proposed').length > 0);
    const live = socket.received.flatMap(({ payload }) => payload?.eventId ?? []);
    const { opened } = await reopen(brain.url, 0);
    const replayed = opened.events.map(({ eventId }: { eventId: string }) => eventId);
    expect(new Set(replayed).size).toBe(replayed.length);
    expect(replayed.slice(-live.length)).toEqual(live);
  });
});
