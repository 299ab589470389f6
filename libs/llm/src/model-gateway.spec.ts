import { inspect } from 'node:util';
import { DomainError } from '@vance/kernel';
import { ModelCatalogue } from './core/catalogue';
import type { CatalogueLayer } from './core/catalogue-schema';
import { ModelAccess, type ModelAccesses } from './model-access';
import { ModelGateway, ModelsExhausted, type QuestionFor } from './model-gateway';
import { ModelFault, type ModelFaultKind } from './model-port';
import { act, RecordingObserver, say, ScriptedProvider, type ScriptedStep } from './testing';

const fault = (kind: ModelFaultKind) => new ModelFault(kind, `it is ${kind}`);
const times = (n: number, step: ScriptedStep): ScriptedStep[] => Array<ScriptedStep>(n).fill(step);

function setUp(options: {
  steps?: ScriptedStep[];
  backup?: ScriptedStep[];
  layer?: CatalogueLayer;
}) {
  const main = new ScriptedProvider(options.steps ?? [], 'main');
  const backup = new ScriptedProvider(options.backup ?? [], 'backup');
  const waits: number[] = [];
  const catalogue = new ModelCatalogue(options.layer ?? { models: {}, aliases: {} });
  const gateway = new ModelGateway(catalogue, [main, backup], {
    sleep: async (ms) => waits.push(ms),
    random: () => 0,
  });
  const observer = new RecordingObserver();
  const ask = (spec = 'main:x', signal = new AbortController().signal) =>
    gateway.ask(spec, { messages: [{ role: 'user', content: 'hi' }], tools: [], signal }, observer);
  return { main, backup, waits, gateway, observer, ask };
}
const failure = async (asking: Promise<unknown>): Promise<ModelsExhausted> => {
  const error: unknown = await asking.catch((reason: unknown) => reason);
  if (!(error instanceof ModelsExhausted)) throw new Error(`unexpected: ${String(error)}`);
  return error;
};

it('asks the model that the setting names, by the provider’s own name', async () => {
  const { main, ask } = setUp({ steps: [say('Hello.')] });
  expect(await ask('main:x')).toMatchObject({
    answer: { turn: { text: 'Hello.' } },
    model: 'main:x',
    tries: 1,
    failed: [],
  });
  expect(main.requests[0]?.model).toBe('x');
});

it('asks again while that can help, and says to forget what came', async () => {
  const { ask, observer, waits } = setUp({
    steps: [{ text: 'torn', fault: fault('overloaded') }, fault('server'), say('Whole.')],
  });
  expect(await ask()).toMatchObject({ tries: 3, answer: { turn: { text: 'Whole.' } } });
  expect(observer.text).toBe('Whole.');
  expect(observer.restarts).toBe(2);
  expect(waits).toEqual([125, 250]);
});

it('goes to the next model after five tries', async () => {
  const { main, backup, ask } = setUp({ steps: times(9, fault('server')), backup: [say('Me.')] });
  const result = await ask('main:x, backup:y');
  expect(result).toMatchObject({ model: 'backup:y', tries: 6 });
  expect(result.failed.map(({ model, kind }) => [model, kind])).toEqual(
    Array(5).fill(['main:x', 'server']),
  );
  expect([main.requests.length, backup.requests.length]).toEqual([5, 1]);
});

it('goes to the next model at once where asking again is vain', async () => {
  const { ask, waits } = setUp({ steps: [fault('unauthorized')], backup: [say('Me.')] });
  expect(await ask('main:x,backup:y')).toMatchObject({ model: 'backup:y', tries: 2 });
  expect(waits).toEqual([]);
});

it('skips a model whose provider is not there', async () => {
  const { ask } = setUp({ backup: [say('Me.')] });
  expect(await ask('nobody:x,backup:y')).toMatchObject({ model: 'backup:y', tries: 2 });
});

it('never asks again once a person has seen text', async () => {
  const { ask, observer, main, backup } = setUp({
    steps: [{ text: 'seen', fault: fault('connection') }, say('again')],
    backup: [say('again')],
  });
  observer.shown = true;
  expect((await failure(ask('main:x,backup:y'))).kind).toBe('connection');
  expect([main.requests.length, backup.requests.length]).toEqual([1, 0]);
  expect(observer.restarts).toBe(0);
});

describe('a conversation that is too long for a model', () => {
  const window = (contextWindowTokens: number) => ({ contextWindowTokens });
  const layer = {
    models: { 'main:x': window(1000), 'backup:small': window(1000), 'backup:large': window(9000) },
    aliases: {},
  };

  it('is not put to others that read no more, and the caller hears what it is', async () => {
    const { ask, backup, waits } = setUp({
      steps: [fault('context-overflow')],
      backup: [say('Me.')],
      layer,
    });
    expect((await failure(ask('main:x,backup:small'))).kind).toBe('context-overflow');
    expect([backup.requests.length, waits.length]).toEqual([0, 0]);
  });

  it('is put to the next that reads more', async () => {
    const { ask } = setUp({ steps: [fault('context-overflow')], backup: [say('Me.')], layer });
    const result = await ask('main:x,backup:small,backup:large');
    expect(result).toMatchObject({ model: 'backup:large', tries: 2 });
  });

  it('is told by a bare refusal of what about fills the window', async () => {
    const bare = new ModelFault('rejected', 'Bad Request', { status: 400 });
    const { gateway, observer } = setUp({ steps: [bare], layer });
    const { signal } = new AbortController();
    const messages = [{ role: 'user', content: 'x'.repeat(4000) }] as const;
    const asking = gateway.ask('main:x', { messages, tools: [], signal }, observer);
    expect((await failure(asking)).kind).toBe('context-overflow');
  });
});

it('says at the end what went wrong, and how often', async () => {
  const { ask } = setUp({ steps: times(5, fault('rate-limited')) });
  const error = await failure(ask());
  expect([error.kind, error.failed.length]).toEqual(['rate-limited', 5]);
});

it.each([' ', 'a:a', 'nobody:x'])(
  'says of %j, which leads to no model, what it is',
  async (spec) => {
    const { ask } = setUp({ layer: { models: {}, aliases: { 'a:a': 'a:a' } } });
    expect((await failure(ask(spec))).kind).toBe('not-configured');
  },
);

it('does not ask again after a defect', async () => {
  const { ask, main } = setUp({
    steps: [
      () => {
        throw new TypeError('oops');
      },
    ],
  });
  expect((await failure(ask())).kind).toBe('rejected');
  expect(main.requests).toHaveLength(1);
});

describe('an abort', () => {
  it('ends a model that never ends, with the reason given', async () => {
    const { ask, main } = setUp({ steps: [{ text: 'on and on', hangs: true }] });
    const controller = new AbortController();
    const asking = ask('main:x', controller.signal);
    const reason = new Error('halted');
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
    expect(main.requests).toHaveLength(1);
  });

  it('ends a provider that does not listen, and silences it', async () => {
    const { ask, observer, gateway } = setUp({});
    let tell = (_: string): void => undefined;
    gateway.register({
      name: 'deaf',
      ask: (_, hearing) => {
        tell = (text) => hearing.onText(text);
        return new Promise(() => undefined);
      },
    });
    const controller = new AbortController();
    const asking = ask('deaf:x', controller.signal);
    controller.abort(new Error('halted'));
    await expect(asking).rejects.toThrow('halted');
    tell('too late');
    expect(observer.text).toBe('');
  });

  it('ends the wait between two tries', async () => {
    const main = new ScriptedProvider([fault('server')], 'main');
    const controller = new AbortController();
    const gateway = new ModelGateway(new ModelCatalogue({ models: {}, aliases: {} }), [main], {
      retry: { baseDelayMs: 3_600_000, maxDelayMs: 3_600_000 },
    });
    const asking = gateway.ask(
      'main:x',
      { messages: [], tools: [], signal: controller.signal },
      new RecordingObserver(),
    );
    setImmediate(() => controller.abort(new Error('halted')));
    await expect(asking).rejects.toThrow('halted');
  });
});

describe('time limits', () => {
  const limits = { timeoutSeconds: 100, idleTimeoutSeconds: 10 };
  const layer = { models: { 'main:x': limits }, aliases: {} };
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('end silence, which is tried once more', async () => {
    const { ask, main } = setUp({ steps: times(2, { hangs: true }), layer });
    const asking = failure(ask());
    await jest.advanceTimersByTimeAsync(10_000);
    expect(main.requests).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await asking).kind).toBe('timeout');
  });

  it('leave a slow model alone while it speaks, up to the total', async () => {
    const { ask, gateway } = setUp({ layer: { models: { 'slow:x': limits }, aliases: {} } });
    let ticks = 0;
    gateway.register({
      name: 'slow',
      ask: (_, observer) =>
        new Promise(() => {
          setInterval(() => {
            ticks++;
            observer.onText('.');
          }, 9_000);
        }),
    });
    const asking = failure(ask('slow:x'));
    await jest.advanceTimersByTimeAsync(99_000);
    expect(ticks).toBe(11);
    // The second and last try.
    await jest.advanceTimersByTimeAsync(101_000);
    expect((await asking).kind).toBe('timeout');
  });
});

it('sends a limit of the answer only where the model is known to take it', async () => {
  const layer = { models: { 'main:known': { maxOutputTokens: 1000 } }, aliases: {} };
  const { main, gateway, observer } = setUp({ steps: times(3, say('ok')), layer });
  const { signal } = new AbortController();
  for (const [spec, maxOutputTokens] of [
    ['main:known', 5000],
    ['main:known', 500],
    ['main:unknown', 500],
  ] as const) {
    await gateway.ask(spec, { messages: [], tools: [], signal, maxOutputTokens }, observer);
  }
  expect(main.requests.map((request) => request.maxOutputTokens)).toEqual([1000, 500, undefined]);
});

it('makes the question for each model that is asked, once however often it is tried', async () => {
  const { main, backup, gateway, observer } = setUp({
    steps: times(5, fault('overloaded')),
    backup: [say('ok')],
  });
  const { signal } = new AbortController();
  const made: string[] = [];
  const questionFor: QuestionFor = (info) => {
    made.push(info.name);
    const messages = [{ role: 'system', content: `for ${info.name}` } as const];
    return Promise.resolve({ messages, tools: [], signal });
  };
  await gateway.ask('main:x,backup:y', questionFor, observer);
  expect(made).toEqual(['main:x', 'backup:y']);
  const heard = [...main.requests, ...backup.requests].map(({ messages: [first] }) => first);
  expect(heard).toMatchObject([
    ...Array(5).fill({ content: 'for main:x' }),
    { content: 'for backup:y' },
  ]);
});

it('gives calls without ids ids of their own', async () => {
  const { ask } = setUp({ steps: [{ calls: [{ id: '', name: 'a', arguments: {} }] }] });
  expect((await ask()).answer.turn.toolCalls[0]?.id).not.toBe('');
});

it('tells what is known of the first model of a setting', () => {
  const layer = {
    models: { 'main:x': { maxTools: 5 } },
    aliases: { 'default:chat': 'main:x,b:y' },
  };
  const { gateway } = setUp({ layer });
  expect(gateway.info('default:chat')).toMatchObject({ name: 'main:x', maxTools: 5 });
});

it('expects an answer of the first model that there is a key for', () => {
  const { gateway } = setUp({ layer: { models: {}, aliases: { 'a:a': 'a:a' } } });
  const none = new Map([['main', { kind: 'none', reason: 'no key' }]] as const);
  const expected = (spec: string) => gateway.expected(spec, { accesses: none }).name;
  expect(expected('nobody:z,main:x,backup:y')).toBe('backup:y');
  expect(expected('main:x')).toBe('main:x');
  expect(() => expected('a:a')).toThrow('the model setting "a:a" goes round in a circle');
});

it('refuses two providers of one name', () => {
  const { gateway } = setUp({});
  expect(() => gateway.register(new ScriptedProvider([], 'main'))).toThrow('main');
});

it('streams what a scripted model says in pieces', async () => {
  const { ask, observer } = setUp({ steps: [act('ANSWER', { message: 'A longer answer.' })] });
  await ask();
  expect(observer.argumentDeltas.length).toBeGreaterThan(2);
  expect(JSON.parse(observer.arguments[0]!)).toMatchObject({ message: 'A longer answer.' });
});

describe('a tenant with a way of its own', () => {
  const KEY = 'canary-key-0123456789';
  const accesses: ModelAccesses = new Map([
    ['main', { kind: 'own', access: new ModelAccess(KEY, { baseUrl: 'https://m.example/v1' }) }],
    ['backup', { kind: 'none', reason: 'the address has no key' }],
  ]);
  const askBy = (gateway: ModelGateway, spec: string, by?: ModelAccesses) =>
    gateway.ask(
      spec,
      { messages: [], tools: [], signal: new AbortController().signal },
      new RecordingObserver(),
      by === undefined ? {} : { accesses: by },
    );

  it('is asked for with it, and others with the platform’s', async () => {
    const { main, gateway } = setUp({ steps: times(2, say('Hello.')) });
    await askBy(gateway, 'main:x', accesses);
    await askBy(gateway, 'main:x', new Map([['other', { kind: 'none', reason: '' }]]));
    expect(main.requests.map(({ access }) => access?.apiKey)).toEqual([KEY, undefined]);
  });

  it('never gets the platform’s key where its own is missing', async () => {
    const { backup, gateway } = setUp({ backup: [say('Hello.')] });
    const error = await failure(askBy(gateway, 'backup:x', accesses));
    expect(error).toMatchObject({ kind: 'not-configured', message: 'the address has no key' });
    expect(backup.requests).toHaveLength(0);
  });

  it('goes on to the next model where there is no key at all', async () => {
    const { gateway } = setUp({ steps: [say('Me.')] });
    const keyless = new ScriptedProvider([say('No.')], 'keyless');
    gateway.register({
      name: 'keyless',
      needsAccess: true,
      ask: (request, observer) => keyless.ask(request, observer),
    });
    expect(await askBy(gateway, 'keyless:x,main:y')).toMatchObject({
      model: 'main:y',
      failed: [{ kind: 'not-configured', message: 'there is no key for keyless' }],
    });
    expect(keyless.requests).toHaveLength(0);
  });

  it('finds its key in no fault, whatever its server says', async () => {
    const cause = new Error(`cause with ${KEY}`);
    const echo = new ModelFault('rejected', `bad key ${KEY}`, { status: 400, cause });
    const { gateway } = setUp({ steps: [echo] });
    const error = await failure(askBy(gateway, 'main:x', accesses));
    expect(error).toMatchObject({ kind: 'rejected', message: 'bad key [redacted]' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  it('is told of a refused address, which is not asked again', async () => {
    const refusal = new DomainError('EGRESS_REFUSED', 'm.example is private', { status: 422 });
    const fault = new ModelFault('connection', 'no connection', {
      cause: new TypeError('fetch failed', { cause: refusal }),
    });
    const { main, gateway } = setUp({ steps: [fault, say('no')] });
    const error = await failure(askBy(gateway, 'main:x', accesses));
    expect(error).toMatchObject({ kind: 'not-configured', message: 'm.example is private' });
    expect(main.requests).toHaveLength(1);
  });

  it('shows its key in no JSON and no inspection', () => {
    const access = new ModelAccess(KEY);
    expect(JSON.stringify({ access, id: access.id })).not.toContain(KEY);
    expect(inspect(access, { depth: 9 })).not.toContain(KEY);
    expect({ ...access }).not.toHaveProperty('apiKey');
  });
});
