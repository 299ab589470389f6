import { ModelCatalogue, ModelGateway, type ModelMessage, type ModelTool } from '@vance/llm';
import { RecordingObserver } from '@vance/llm/testing';
import { GeminiProvider } from '@vance/llm-gemini';
import { OpenAiProvider } from '@vance/llm-openai';
import { Llmock, llmockInstalled, type LlmockBehavior } from '@vance/testing';

const catalogue = new ModelCatalogue({
  models: {
    'openai:chatty': { api: 'chat', idleTimeoutSeconds: 1 },
    'openai:thinker': { api: 'responses', capabilities: ['reasoning'], idleTimeoutSeconds: 1 },
    'gemini:pro': { idleTimeoutSeconds: 1 },
  },
  aliases: {},
});
const weather: ModelTool = {
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const hello: ModelMessage = { role: 'user', content: 'What is the weather in Paris?' };

const failing = (status: number, more: object = {}): LlmockBehavior => ({
  type: 'fail',
  status,
  ...more,
});
const tearing = (kind: string, more: object = {}): LlmockBehavior => ({
  type: 'stream_fault',
  kind,
  after_chunks: 2,
  ...more,
});

// It watches real waits: the gateway's own are not shortened here.
(llmockInstalled() ? describe : describe.skip)('llmock, somebody else’s judge of retries', () => {
  let llmock: Llmock;
  let openai: OpenAiProvider;
  let gateway: ModelGateway;
  beforeAll(async () => {
    llmock = await Llmock.start('--context-window', '2000');
    openai = new OpenAiProvider({ baseUrl: llmock.openAiUrl, apiKey: 'k' });
    const gemini = new GeminiProvider({ baseUrl: llmock.geminiUrl, apiKey: 'k' });
    gateway = new ModelGateway(catalogue, [openai, gemini], { random: () => 0.5 });
  });
  afterAll(async () => {
    openai?.close();
    await llmock?.stop();
  });

  const ask = (model: string, messages: readonly ModelMessage[] = [hello], tools = [weather]) => {
    const { signal } = new AbortController();
    return gateway.ask(model, { messages, tools, signal }, new RecordingObserver());
  };
  /** What it answers when nothing is broken; the same every time. */
  async function unbroken(model: string, tools?: ModelTool[]) {
    await llmock.breaks();
    return (await ask(model, [hello], tools)).answer;
  }
  const kindOf = (asking: Promise<unknown>): Promise<unknown> =>
    asking.then(
      () => 'answered',
      (error: unknown) => (error as { kind?: unknown }).kind,
    );

  describe.each(['openai:chatty', 'openai:thinker', 'gemini:pro'])('of %s', (model) => {
    it.each<[string, LlmockBehavior[]]>([
      ['a rate limit that names its time', [failing(429, { retry_after: 1, times: 2 })]],
      ['a rate limit that names none', [failing(429, { times: 2 })]],
      ['errors of the server', [failing(500), failing(502), failing(503), failing(529)]],
      ['dropped connections', [tearing('disconnect', { times: 2 })]],
      ['streams that end early without a word', [tearing('truncate', { times: 2 })]],
      ['a stream that stalls', [tearing('stall', { stall_seconds: 20 })]],
      ['a first word that takes its time', [{ type: 'slow_first_token', seconds: 0.3 }]],
    ])('holds nothing against how it takes %s, and the answer is whole', async (_, faults) => {
      const { turn } = await unbroken(model, []);
      await llmock.breaks(...faults);
      const { answer } = await ask(model, [hello], []);
      expect(answer.turn).toEqual(turn);
      expect(await llmock.findings()).toEqual([]);
      expect((await llmock.requests()).some(({ fault }) => fault !== null)).toBe(
        faults[0]?.type !== 'slow_first_token',
      );
    });

    // Not by its findings: it does not see that we hung up where it had sent all before.
    it('sees chunks that are no JSON asked for again, until the answer is whole', async () => {
      const { turn } = await unbroken(model, []);
      await llmock.breaks(tearing('malformed', { times: 2 }));
      const { answer } = await ask(model, [hello], []);
      expect(answer.turn).toEqual(turn);
      const faults = (await llmock.requests()).map(({ fault }) => fault !== null);
      expect(faults).toEqual([true, true, false]);
    });

    it('holds nothing against it when a server is down for good', async () => {
      await llmock.breaks(failing(503, { times: null }));
      expect(await kindOf(ask(model))).toBe('overloaded');
      expect(await llmock.requests()).toHaveLength(5);
      expect(await llmock.findings()).toEqual([]);
    });

    it.each([400, 401, 403, 404, 422])('is not asked again after %i', async (status) => {
      await llmock.breaks(failing(status));
      await kindOf(ask(model));
      expect(await llmock.requests()).toHaveLength(1);
      expect(await llmock.findings()).toEqual([]);
    });

    it('says in its vendor’s words that a conversation is too long', async () => {
      await llmock.breaks();
      const long: ModelMessage = { role: 'user', content: 'word '.repeat(20_000) };
      expect(await kindOf(ask(model, [long]))).toBe('context-overflow');
      expect(await llmock.findings()).toEqual([]);
    });

    it('takes its calls back with their results, and goes on in words', async () => {
      await llmock.breaks();
      const { turn, finish } = (await ask(model)).answer;
      expect(finish).toBe('tools');
      expect(turn.toolCalls).toEqual([
        { id: expect.stringMatching(/./), name: 'get_weather', arguments: expect.any(String) },
      ]);
      expect(JSON.parse(turn.toolCalls[0]!.arguments)).toEqual({ city: expect.any(String) });
      const [{ id: callId, name } = { id: '', name: '' }] = turn.toolCalls;
      const result: ModelMessage = { role: 'tool', callId, name, content: '21 °C' };
      const { answer } = await ask(model, [hello, { role: 'assistant', turn }, result]);
      expect(answer.turn.text).not.toBe('');
      expect(answer.turn.toolCalls).toEqual([]);
    });
  });

  it.each(['openai:chatty', 'openai:thinker'])(
    'of %s drops a call in its middle: it is asked again, and never handed on torn',
    async (model) => {
      const { turn } = await unbroken(model);
      await llmock.breaks(tearing('disconnect', { after_chunks: 1, times: 2 }));
      const { answer, tries } = await ask(model);
      expect(tries).toBe(3);
      expect(answer.turn.toolCalls.map((call) => call.arguments)).toEqual(
        turn.toolCalls.map((call) => call.arguments),
      );
    },
  );

  it('gives arguments that are no JSON: they are handed on as they are, to be corrected', async () => {
    await llmock.breaks({ type: 'tool_fault', kind: 'malformed_arguments' });
    const { turn } = (await ask('openai:chatty')).answer;
    expect(() => JSON.parse(turn.toolCalls[0]!.arguments)).toThrow();
  });
});
