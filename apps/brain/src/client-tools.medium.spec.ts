import { ProcessRepository } from '@vance/data';
import { newId, tenantScope } from '@vance/kernel';
import { ClientToolCaller, type ClientCall } from '@vance/tools';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';
import type { TestSocket } from './testing/test-socket';

const look = { name: 'client_look', description: 'Looks', labels: ['read-only'] };
/** Longer than a busy machine takes to answer. */
const deadlineMs = 60_000;
const change = { name: 'client_change', description: 'Changes' };

describe("a client's tools", () => {
  let brains: Brains;
  let one: TestBrain;
  let two: TestBrain;
  let admin: Account;
  let socket: TestSocket;
  let sessionId: string;
  let processId: string;

  beforeAll(async () => {
    brains = await Brains.prepare();
    one = await brains.start();
    two = await brains.start();
    admin = await brains.tenant(one, 'acme');
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

  async function offered() {
    const tenantId = socket.named('welcome')[0]?.payload.tenantId;
    const process = await one.app.get(ProcessRepository).find(tenantScope(tenantId), processId);
    return process?.clientTools ?? [];
  }
  /** Asks from the other server, as a worker anywhere would. */
  async function call(name: string, params: unknown = {}) {
    const [set] = await offered();
    const asked: ClientCall = {
      callId: newId('cal'),
      processId,
      brainId: set?.brainId ?? '',
      connectionId: set?.connectionId ?? '',
      name,
      params,
      deadlineMs,
    };
    const caller = two.app.get(ClientToolCaller, { strict: false });
    return { callId: asked.callId, reply: caller.call(asked, new AbortController().signal) };
  }
  const invoked = (): Promise<void> =>
    socket.until(() => socket.named('client-tool-invoke').length > 0);

  it('are kept as offered, the odd ones named, and replaced as a whole', async () => {
    const tools = [look, change, { name: 'Bad Name!', description: 'x' }];
    const reply = await socket.request('client-tools-register', { sessionId, tools });
    expect(reply.accepted).toEqual(['client_look', 'client_change']);
    expect(reply.rejected.map(({ name }: { name: string }) => name)).toEqual(['Bad Name!']);
    await socket.request('client-tools-register', { sessionId, tools: [look] });
    expect((await offered()).flatMap((set) => set.tools.map(({ name }) => name))).toEqual([
      'client_look',
    ]);
  });

  it('are asked over the connection that offered them, and answer the server that asked', async () => {
    await socket.request('client-tools-register', { sessionId, tools: [look] });
    const other = await admin.connect();
    await other.request('session-open', { project: 'p', sessionId });
    const { callId, reply } = await call('client_look', { what: 'shelf' });
    await invoked();
    expect(socket.named('client-tool-invoke')[0]?.payload).toEqual({
      callId,
      processId,
      name: 'client_look',
      params: { what: 'shelf' },
      deadlineMs,
    });
    expect(other.named('client-tool-invoke')).toEqual([]);
    const forged = await other.ask('client-tool-result', { callId, ok: true, result: 'forged' });
    expect(forged.error?.code).toBe('NOT_FOUND');
    await socket.request('client-tool-result', { callId, ok: true, result: { seen: 1 } });
    expect(await reply).toMatchObject({ callId, outcome: 'ok', result: { seen: 1 } });
    // Answered is answered.
    expect((await socket.ask('client-tool-result', { callId, ok: true })).error?.code).toBe(
      'NOT_FOUND',
    );
  });

  it('may fail, which is an answer too', async () => {
    await socket.request('client-tools-register', { sessionId, tools: [look] });
    const { callId, reply } = await call('client_look');
    await invoked();
    await socket.request('client-tool-result', { callId, ok: false, error: 'the shelf fell' });
    expect(await reply).toMatchObject({ outcome: 'failed', error: 'the shelf fell' });
  });

  it('are gone with their connection, also for a call under way', async () => {
    await socket.request('client-tools-register', { sessionId, tools: [look] });
    const { reply } = await call('client_look');
    await invoked();
    socket.close();
    expect(await reply).toMatchObject({ outcome: 'gone' });
    const back = await admin.connect();
    await back.request('session-open', { project: 'p', sessionId });
    expect(await offered()).toEqual([]);
  });
});
