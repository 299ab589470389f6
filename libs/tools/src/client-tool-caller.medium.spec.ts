import type { ClientToolSet } from '@vance/data';
import { MemoryRealtime, RedisRealtime, type Realtime } from '@vance/realtime';
import { testServices } from '@vance/testing';
import { ClientToolCaller } from './client-tool-caller';
import { clientBrain } from './testing/client-brain';
import { fakeContext } from './testing/fake-tool';
import { keptLog } from './testing/kept-log';
import { MemoryResults } from './testing/memory-results';
import { ToolCatalogue } from './tool-catalogue';
import { ToolInvoker } from './tool-invoker';
import { ToolRegistry } from './tool-registry';

const owner = (brainId: string): { userId: string; clientTools: ClientToolSet[] } => ({
  userId: 'usr_1',
  clientTools: [
    {
      connectionId: 'cnn_1',
      brainId,
      userId: 'usr_1',
      profile: 'foot',
      tools: [
        { name: 'client_look', description: 'Looks', inputSchema: { type: 'object' }, labels: [] },
      ],
    },
  ],
});

function invokerOver(realtime: Realtime): { invoker: ToolInvoker; catalogue: ToolCatalogue } {
  const registry = new ToolRegistry();
  const catalogue = new ToolCatalogue(registry);
  const caller = new ClientToolCaller(realtime);
  const { log } = keptLog();
  const invoker = new ToolInvoker(registry, catalogue, caller, new MemoryResults(), log);
  return { invoker, catalogue };
}

const memory = new MemoryRealtime();
const transports: readonly (readonly [
  string,
  () => { worker: Realtime; other: Realtime; brain: Realtime },
])[] = [
  ['in one process', () => ({ worker: memory, other: memory, brain: memory })],
  [
    'over Redis, two workers and a brain apart',
    () => {
      const url = testServices().redisUrl;
      const [worker, other, brain] = [1, 2, 3].map(() => new RedisRealtime({ url }));
      if (!worker || !other || !brain) throw new Error('unreachable');
      return { worker, other, brain };
    },
  ],
];

describe.each(transports)('a client’s tool %s', (_how, open) => {
  let ends: { worker: Realtime; other: Realtime; brain: Realtime };
  beforeAll(() => {
    ends = open();
  });
  afterAll(async () => {
    await Promise.all([...new Set(Object.values(ends))].map((realtime) => realtime.close()));
  });

  it('is asked once per call, and each reply finds its call', async () => {
    const process = owner('brn_medium');
    const { asked } = await clientBrain(ends.brain, 'brn_medium', ({ params }) => ({
      outcome: 'ok',
      result: params,
    }));
    const workers = [invokerOver(ends.worker), invokerOver(ends.other)];
    const calls = Array.from({ length: 40 }, async (_, i) => {
      const { invoker, catalogue } = workers[i % 2]!;
      const context = fakeContext(catalogue.available(process, {}), { callId: `cal_${i}` });
      const outcome = await invoker.invoke('client_look', JSON.stringify({ i }), context, process);
      expect(outcome).toEqual({ state: 'DONE', text: JSON.stringify({ i }) });
    });
    await Promise.all(calls);
    expect(asked.map(({ callId }) => callId).sort()).toEqual(
      Array.from({ length: 40 }, (_, i) => `cal_${i}`).sort(),
    );
  });

  it('is not waited for after the turn was stopped', async () => {
    const process = owner('brn_silent');
    await clientBrain(ends.brain, 'brn_silent', () => undefined);
    const { invoker, catalogue } = invokerOver(ends.worker);
    const stop = new AbortController();
    const context = fakeContext(catalogue.available(process, {}), { signal: stop.signal });
    const outcome = invoker.invoke('client_look', '{}', context, process);
    stop.abort();
    expect((await outcome).state).toBe('UNKNOWN');
  });
});
