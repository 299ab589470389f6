import type { ClientToolSet } from '@vance/data';
import { DomainError, badRequest } from '@vance/kernel';
import { MemoryRealtime, type ToolInvocation, type ToolReply } from '@vance/realtime';
import { z } from 'zod';
import { ClientToolCaller } from './client-tool-caller';
import { clientBrain } from './testing/client-brain';
import { fakeContext, fakeTool } from './testing/fake-tool';
import { keptLog } from './testing/kept-log';
import { MemoryResults } from './testing/memory-results';
import type { Tool, ToolContext } from './tool';
import { ToolCatalogue } from './tool-catalogue';
import { ToolInvoker } from './tool-invoker';
import { ToolRegistry } from './tool-registry';

const CLIENT: ClientToolSet = {
  connectionId: 'cnn_1',
  brainId: 'brn_1',
  userId: 'usr_1',
  profile: 'foot',
  tools: [
    {
      name: 'client_look',
      description: 'Looks',
      inputSchema: { type: 'object' },
      labels: ['read-only'],
    },
    { name: 'client_change', description: 'Changes', inputSchema: { type: 'object' }, labels: [] },
  ],
};
const owner = { userId: 'usr_1', clientTools: [CLIENT] };
const never = (): Promise<never> => new Promise(() => undefined);

const PATIENT = { server: 5_000, client: 5_000 };
const HASTY = { server: 10, client: 10 };

function setUp(
  tools: Partial<Record<'look' | 'change' | 'put', Partial<Tool>>> = {},
  timeouts = PATIENT,
) {
  const registry = new ToolRegistry();
  const made = [
    fakeTool('look', { labels: ['read-only'], ...tools.look }),
    fakeTool('change', tools.change),
    fakeTool('put', { idempotent: true, ...tools.put }),
  ];
  registry.fill(made, { readOnly: ['look'], withEffect: ['change', 'put'] });
  const catalogue = new ToolCatalogue(registry);
  const realtime = new MemoryRealtime();
  const results = new MemoryResults();
  const caller = new ClientToolCaller(realtime);
  const { log, errors } = keptLog();
  const invoker = new ToolInvoker(registry, catalogue, caller, results, log, timeouts);
  const manifest = catalogue.available(owner, {});
  const invoke = (name: string, raw = '{}', more: Partial<ToolContext> = {}) =>
    invoker.invoke(name, raw, fakeContext(manifest, more), owner);
  const brain = (answer: (invocation: ToolInvocation) => Omit<ToolReply, 'callId'> | undefined) =>
    clientBrain(realtime, 'brn_1', answer);
  return { invoke, results, manifest, brain, errors };
}

describe('invoking a server tool', () => {
  it('gives its result as text', async () => {
    const { invoke } = setUp({ look: { run: async () => ({ seen: ['a'] }) } });
    expect(await invoke('look')).toEqual({ state: 'DONE', text: '{"seen":["a"]}' });
    expect(await invoke('change', '')).toEqual({ state: 'DONE', text: 'done' });
  });

  it('does not run a tool outside the manifest, and names those inside (report 3)', async () => {
    const run = jest.fn(async () => 'written');
    const { invoke, manifest } = setUp({ change: { run } });
    const readOnly = manifest.filter(({ labels }) => labels.includes('read-only'));
    const outcome = await invoke('change', '{}', { manifest: readOnly });
    expect(outcome.state).toBe('FAILED');
    expect(outcome.text).toMatch(/TOOL_NOT_ALLOWED_IN_MODE.*Allowed tools: look, client_look\./);
    expect(outcome.text).not.toMatch(/change/);
    expect(run).not.toHaveBeenCalled();
  });

  it.each(['CHANGE', ' change', 'no_such_tool', '__proto__', 'constructor', ''])(
    'answers the name %j like that of a hidden tool',
    async (name) => {
      expect((await setUp().invoke(name)).text).toMatch(/^TOOL_NOT_ALLOWED_IN_MODE/);
    },
  );

  it('tells path and rule of bad arguments, and does not run', async () => {
    const run = jest.fn(async () => 'written');
    const { invoke } = setUp({
      change: { inputSchema: z.strictObject({ path: z.string() }), run },
    });
    expect(await invoke('change', '{"path": 7}')).toEqual({
      state: 'FAILED',
      text: expect.stringMatching(/- path: .*expected string/),
    });
    expect((await invoke('change', '{"path": "cut')).text).toMatch(/not valid JSON/);
    expect(run).not.toHaveBeenCalled();
  });

  it('passes on what a DomainError says, with its faults', async () => {
    const error = badRequest('The document is not right.', [
      { path: 'title', message: 'too long' },
    ]);
    const { invoke } = setUp({ change: { run: () => Promise.reject(error) } });
    expect(await invoke('change')).toEqual({
      state: 'FAILED',
      text: 'BAD_REQUEST: The document is not right.\n- title: too long',
    });
  });

  it('keeps the words of an unexpected error to the log', async () => {
    const run = () => Promise.reject(new Error('mongodb://user:password@host'));
    const { invoke, errors } = setUp({ look: { run }, change: { run } });
    const outcomes = [await invoke('look'), await invoke('change')];
    expect(outcomes.map(({ state }) => state)).toEqual(['FAILED', 'UNKNOWN']);
    expect(JSON.stringify(outcomes)).not.toMatch(/password/);
    expect(errors).toHaveLength(2);
  });

  it.each([
    ['look', 'FAILED'],
    ['put', 'UNKNOWN'],
    ['change', 'UNKNOWN'],
  ])('calls a timeout of %s %s', async (name, state) => {
    const tools = { look: { run: never }, put: { run: never }, change: { run: never } };
    const { invoke } = setUp(tools, HASTY);
    expect((await invoke(name)).state).toBe(state);
  });

  it('is ended by the turn’s signal, which the tool sees', async () => {
    let seen: AbortSignal | undefined;
    const { invoke } = setUp({ look: { run: ({ signal }) => ((seen = signal), never()) } });
    const stop = new AbortController();
    const outcome = invoke('look', '{}', { signal: stop.signal });
    stop.abort();
    expect((await outcome).state).toBe('FAILED');
    expect(seen?.aborted ?? true).toBe(true);
  });

  it('stores a large result and tells its beginning', async () => {
    const { invoke, results } = setUp({ look: { run: async () => 'ä'.repeat(20_000) } });
    const { state, text } = await invoke('look');
    expect(state).toBe('DONE');
    expect(Buffer.byteLength(text)).toBeLessThan(2_400);
    expect(text).toMatch(/20000 characters; these are the first 1024/);
    expect([...results.kept.values()]).toEqual(['ä'.repeat(20_000)]);
  });

  it('still tells a large result’s beginning when it cannot be stored', async () => {
    const { invoke, results } = setUp({ look: { run: async () => 'x'.repeat(50_000) } });
    jest.spyOn(results, 'save').mockRejectedValue(new Error('disk full'));
    expect(await invoke('look')).toEqual({
      state: 'DONE',
      text: expect.stringMatching(/ask for less/),
    });
  });
});

describe('invoking a client’s tool', () => {
  it('asks the connection that offered it and gives its reply', async () => {
    const { invoke, brain } = setUp();
    const { asked } = await brain(() => ({ outcome: 'ok', result: { all: 'well' } }));
    expect(await invoke('client_look', '{"what":"shelf"}')).toEqual({
      state: 'DONE',
      text: '{"all":"well"}',
    });
    expect(asked).toEqual([
      expect.objectContaining({
        callId: 'cal_1',
        connectionId: 'cnn_1',
        name: 'client_look',
        params: { what: 'shelf' },
        deadlineMs: 5_000,
      }),
    ]);
  });

  it('passes on what the client says went wrong', async () => {
    const { invoke, brain } = setUp();
    await brain(() => ({ outcome: 'failed', error: 'the shelf fell down' }));
    expect(await invoke('client_change')).toEqual({ state: 'FAILED', text: 'the shelf fell down' });
  });

  it.each([
    ['client_look', 'FAILED'],
    ['client_change', 'UNKNOWN'],
  ])('calls a lost connection or silence in %s %s', async (name, state) => {
    const lost = setUp();
    await lost.brain(() => ({ outcome: 'gone' }));
    expect((await lost.invoke(name)).state).toBe(state);
    const silent = setUp({}, HASTY);
    await silent.brain(() => undefined);
    expect((await silent.invoke(name)).state).toBe(state);
  });

  it('takes only a reply to its own call', async () => {
    const { invoke, brain } = setUp({}, HASTY);
    const other = { callId: 'cal_2', outcome: 'ok', result: 'forged' } as const;
    await brain(() => other);
    expect((await invoke('client_look')).state).toBe('FAILED');
  });

  it('does not ask when the client has left since the manifest was made', async () => {
    const { invoke, brain, manifest } = setUp();
    const { asked } = await brain(() => ({ outcome: 'ok' }));
    const registry = new ToolRegistry();
    const catalogue = new ToolCatalogue(registry);
    const caller = new ClientToolCaller(new MemoryRealtime());
    const invoker = new ToolInvoker(
      registry,
      catalogue,
      caller,
      new MemoryResults(),
      keptLog().log,
    );
    const gone = { userId: 'usr_1', clientTools: [] };
    const outcome = await invoker.invoke('client_change', '{}', fakeContext(manifest), gone);
    expect(outcome).toEqual({ state: 'FAILED', text: expect.stringMatching(/^TOOL_GONE/) });
    expect(asked).toEqual([]);
    expect((await invoke('client_look')).state).toBe('DONE');
  });

  it.each([
    [
      'no answer could come back',
      (realtime: MemoryRealtime) =>
        jest.spyOn(realtime, 'subscribe').mockRejectedValueOnce(new Error('redis is down')),
    ],
    [
      'the question could not leave',
      (realtime: MemoryRealtime) => jest.spyOn(realtime, 'publish').mockReturnValueOnce(false),
    ],
  ])('says at once that it did not ask when %s', async (_why, fault) => {
    const realtime = new MemoryRealtime();
    fault(realtime);
    const caller = new ClientToolCaller(realtime);
    const call = {
      callId: 'c',
      processId: 'p',
      brainId: 'b',
      connectionId: 'n',
      name: 'client_x',
      params: {},
      deadlineMs: 5,
    };
    const asking = caller.call(call, new AbortController().signal);
    await expect(asking).rejects.toThrow(DomainError);
  });
});
