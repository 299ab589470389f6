import {
  ModelCatalogue,
  ModelGateway,
  ModelsExhausted,
  type ModelRow,
  type ModelTool,
} from '@vance/llm';
import { RecordingObserver } from '@vance/llm/testing';
import { GeminiProvider } from '@vance/llm-gemini';
import { OpenAiProvider } from '@vance/llm-openai';
import {
  calls,
  callsBadly,
  goesOnForEver,
  hangsUp,
  overflows,
  refuses,
  says,
  saysNothing,
  ScriptedModelServer,
  tears,
  type ModelStep,
} from '@vance/testing';

const PROTOCOLS = ['openai:chatty', 'openai:thinker', 'gemini:pro'];

let server: ScriptedModelServer;
let openai: OpenAiProvider;
let waits: number[];

beforeEach(async () => {
  server = await ScriptedModelServer.start();
  openai = new OpenAiProvider({ baseUrl: server.openAiUrl, apiKey: 'test-key' });
  waits = [];
});
afterEach(async () => {
  openai.close();
  await server.close();
});

const models = (limits: Pick<ModelRow, 'idleTimeoutSeconds' | 'timeoutSeconds'> = {}) =>
  new ModelCatalogue({
    models: {
      'openai:chatty': { ...limits, api: 'chat' },
      'openai:thinker': { ...limits, api: 'responses', capabilities: ['reasoning'] },
      'gemini:pro': limits,
    },
    aliases: {},
  });
const look: ModelTool = { name: 'look', description: 'Looks', parameters: { type: 'object' } };

function ask(model: string, observer = new RecordingObserver(), catalogue = models()) {
  const gemini = new GeminiProvider({ baseUrl: server.geminiUrl, apiKey: 'test-key' });
  const gateway = new ModelGateway(catalogue, [openai, gemini], {
    sleep: async (ms) => waits.push(ms),
  });
  const { signal } = new AbortController();
  const messages = [{ role: 'user', content: 'hello' }] as const;
  return gateway.ask(model, { messages, tools: [look], signal }, observer);
}

/** All but the timers that limits are made of. */
const REAL = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

/** Tells when the first words have come. */
class ListeningObserver extends RecordingObserver {
  private tell = (): void => undefined;
  readonly heard = new Promise<void>((resolve) => (this.tell = resolve));

  override onText(delta: string): void {
    super.onText(delta);
    if (delta !== '') this.tell();
  }
}

async function failureOf(asking: Promise<unknown>): Promise<ModelsExhausted> {
  const error: unknown = await asking.then(
    () => 'no failure',
    (reason: unknown) => reason,
  );
  if (error instanceof ModelsExhausted) return error;
  throw new Error(`expected a failure, got ${String(error)}`);
}

const call = { id: 'a', name: 'look', arguments: '{"what":"the roof of the old house"}' };
const begun = { text: 'Let me see. ', calls: [call] };

describe.each(PROTOCOLS)('%s', (model) => {
  it.each<[string, ModelStep]>([
    ['429', refuses(429)],
    ['500', refuses(500)],
    ['502', refuses(502)],
    ['503', refuses(503)],
    ['529', refuses(529)],
    ['a connection closed before any answer', hangsUp],
    ['a stream that is cut', tears('cut', begun)],
    ['a stream that is cut within a frame', tears('cut-within-frame', begun)],
    ['a stream that ends before its answer', tears('ends-early', begun)],
    ['a stream with broken JSON', tears('broken-json', begun)],
    ['an overload within the stream', tears('overloaded', begun)],
  ])('asks again after %s, and nothing of what came is left', async (_, fault) => {
    server.play(fault, says('All well.'));
    const observer = new RecordingObserver();
    const { answer, tries } = await ask(model, observer);
    expect(answer.turn).toMatchObject({ text: 'All well.', toolCalls: [] });
    expect([tries, observer.restarts, observer.text]).toEqual([2, 1, 'All well.']);
    expect(waits).toHaveLength(1);
  });

  describe('with a time limit', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: [...REAL] }));
    afterEach(() => jest.useRealTimers());

    it.each<[string, ModelStep, ModelRow]>([
      ['a stream that stops', tears('stops', begun), { idleTimeoutSeconds: 60 }],
      ['an answer without end', goesOnForEver, { idleTimeoutSeconds: 3600, timeoutSeconds: 60 }],
    ])('asks again after %s, and closes its connection', async (_, fault, limits) => {
      server.play(fault, says('All well.'));
      const observer = new ListeningObserver();
      const asking = ask(model, observer, models(limits));
      await observer.heard;
      await jest.advanceTimersByTimeAsync(60_000);
      const { answer, failed } = await asking;
      expect(failed.map(({ kind }) => kind)).toEqual(['timeout']);
      expect(answer.turn.text).toBe('All well.');
      await server.requests[0]!.closed;
      expect(server.requests[0]!.aborted).toBe(true);
    });
  });

  it('never asks again after people have seen words of a torn stream', async () => {
    server.play(tears('cut', begun), says('All well.'));
    const observer = new RecordingObserver();
    observer.shown = true;
    expect((await failureOf(ask(model, observer))).kind).toBe('connection');
    expect(server.requests).toHaveLength(1);
  });

  it('waits as long as a 429 asks, and no shorter than that', async () => {
    server.play(refuses(429, 7), says('All well.'));
    await ask(model);
    expect(waits).toEqual([7000]);
  });

  it('gives up after five tries, and says what was wrong', async () => {
    server.play(...Array<ModelStep>(6).fill(refuses(500)));
    const { kind, failed } = await failureOf(ask(model));
    expect([kind, failed.length, server.requests.length]).toEqual(['server', 5, 5]);
    const shortest = [125, 250, 500, 1000];
    expect(waits.map((ms, index) => ms >= shortest[index]!)).toEqual([true, true, true, true]);
  });

  it.each([400, 401, 403, 404, 422])('does not ask again after %i', async (status) => {
    server.play(refuses(status), says('All well.'));
    await failureOf(ask(model));
    expect(server.requests).toHaveLength(1);
  });

  it('knows a conversation that is too long by its vendor’s words, and does not ask again', async () => {
    server.play(overflows, says('All well.'));
    expect((await failureOf(ask(model))).kind).toBe('context-overflow');
    expect(server.requests).toHaveLength(1);
  });

  it('knows one by status 413 alone', async () => {
    server.play(refuses(413));
    expect((await failureOf(ask(model))).kind).toBe('context-overflow');
  });

  it('hands an empty answer on as an answer without text and calls', async () => {
    server.play(saysNothing);
    expect((await ask(model)).answer.turn).toEqual({ text: '', toolCalls: [] });
  });

  it('hands no call on that could run where the model called badly', async () => {
    server.play(callsBadly);
    const { turn } = (await ask(model)).answer;
    expect(turn.text).toBe('');
    for (const made of turn.toolCalls) expect(() => JSON.parse(made.arguments)).toThrow();
  });

  it.each([
    ['', ''],
    ['same', 'same'],
    ['same', ''],
  ])('gives the calls with ids "%s" and "%s" ids of their own, in order', async (first, second) => {
    const made = [first, second].map((id, n) => ({ id, name: 'look', arguments: `{"n":${n}}` }));
    server.play(calls(...made));
    const { toolCalls } = (await ask(model)).answer.turn;
    expect(toolCalls.map((one) => one.arguments)).toEqual(['{"n":0}', '{"n":1}']);
    expect(new Set([...toolCalls.map(({ id }) => id), '']).size).toBe(3);
  });
});
