import { ModelCatalogue, ModelGateway, type CatalogueLayer, type ModelMessage } from '@vance/llm';
import { hello, RecordingObserver } from '@vance/llm/testing';
import { chat, responses, ScriptedModelServer } from '@vance/testing';
import { OpenAiProvider } from './openai-provider';

const { callFrames, errorFrame, historyFault, sse, textFrames } = chat;

let server: ScriptedModelServer;
let provider: OpenAiProvider;

beforeEach(async () => {
  server = await ScriptedModelServer.start();
  provider = new OpenAiProvider({ baseUrl: server.openAiUrl, apiKey: 'test-key' });
});
afterEach(async () => {
  provider.close();
  await server.close();
});

describe('behind the gateway', () => {
  const gateway = () =>
    new ModelGateway(new ModelCatalogue({ models: {}, aliases: {} }), [provider], {
      sleep: async () => undefined,
    });
  const question = (messages: readonly ModelMessage[] = [hello]) => ({
    messages,
    tools: [],
    signal: new AbortController().signal,
  });

  it('report 51: two calls without an id get ids of their own, and results find them by order', async () => {
    const call = (n: number) => ({ id: '', name: 'look', arguments: `{"n":${n}}` });
    server.playStream(sse(callFrames([call(1), call(2)])));
    const first = await gateway().ask('openai:scripted', question(), new RecordingObserver());
    const { turn } = first.answer;
    expect(new Set(turn.toolCalls.map(({ id }) => id)).size).toBe(2);
    expect(turn.toolCalls.map((c) => c.arguments)).toEqual(['{"n":1}', '{"n":2}']);

    server.playStream(sse(textFrames('Both seen.')));
    const results = turn.toolCalls.map(({ id, name }, i): ModelMessage => {
      return { role: 'tool', callId: id, name, content: `seen ${i + 1}` };
    });
    const history: ModelMessage[] = [hello, { role: 'assistant', turn }, ...results];
    await gateway().ask('openai:scripted', question(history), new RecordingObserver());
    expect(historyFault(JSON.parse(server.requests[1]!.raw).messages)).toBeNull();
  });

  it('an id that the conversation has used already is minted anew', async () => {
    const used: ModelMessage[] = [
      hello,
      {
        role: 'assistant',
        turn: { text: '', toolCalls: [{ id: 'call_0', name: 'look', arguments: '{}' }] },
      },
      { role: 'tool', callId: 'call_0', name: 'look', content: 'seen' },
    ];
    server.playStream(sse(callFrames([{ id: 'call_0', name: 'look', arguments: '{}' }])));
    const { answer } = await gateway().ask(
      'openai:scripted',
      question(used),
      new RecordingObserver(),
    );
    expect(answer.turn.toolCalls[0]?.id).not.toBe('call_0');
  });

  describe('a model that thinks', () => {
    const layer: CatalogueLayer = {
      models: {
        'openai:gpt-5': { api: 'responses', capabilities: ['reasoning'] },
        'openai:gpt-5-mini': { api: 'responses', capabilities: ['reasoning'] },
      },
      aliases: {},
    };
    const thinking = () => new ModelGateway(new ModelCatalogue(layer), [provider], { sleep });
    const sleep = async () => undefined;
    const { callItem, itemFrames, messageItem, reasoningItem } = responses;
    const look = (id: string, n: number) => ({ id, name: 'look', arguments: `{"n":${n}}` });
    const given = [
      reasoningItem('rs_1', 'sealed-1', 'Weighing it.'),
      { ...messageItem('msg_1', 'I look twice.'), phase: 'commentary' },
      callItem(look('a', 1), 'fc_1'),
      reasoningItem('rs_2', 'sealed-2'),
      callItem(look('b', 2), 'fc_2'),
      callItem(look('', 3), 'fc_3'),
    ];
    const answer = async () => {
      server.playStream(responses.sse(itemFrames(...given)));
      const asked = await thinking().ask('openai:gpt-5', question(), new RecordingObserver());
      const turn: typeof asked.answer.turn = JSON.parse(JSON.stringify(asked.answer.turn));
      const results = turn.toolCalls.map(({ id, name }): ModelMessage => {
        return { role: 'tool', callId: id, name, content: 'seen' };
      });
      return {
        turn,
        history: question([...question().messages, { role: 'assistant', turn }, ...results]),
      };
    };
    const sentInput = (n: number): Record<string, unknown>[] =>
      JSON.parse(server.requests[n]!.raw).input;
    /** What is sent back: states and what only answers carry left out. */
    const bare = ({ status: _, ...item }: Readonly<Record<string, unknown>>) => item;

    it('report 53: thoughts, words and calls go back as they came, each thought before what came of it', async () => {
      const { turn, history } = await answer();
      server.playStream(responses.sse(responses.textFrames('Seen.')));
      await thinking().ask('openai:gpt-5', history, new RecordingObserver());
      const input = sentInput(1);
      const minted = turn.toolCalls[2]!.id;
      expect(input.slice(1, 7)).toEqual([
        ...given.slice(0, 5).map(bare),
        { ...bare(given[5]!), call_id: minted },
      ]);
      expect(minted).not.toBe('');
      expect(responses.historyFault(input)).toBeNull();
    });

    it('hands over to another model, and to another protocol, without its thoughts', async () => {
      const { history } = await answer();
      server.play(
        ...[500, 500, 500, 500, 500].map(
          (status) => ({ kind: 'body', status, body: '{}' }) as const,
        ),
      );
      server.play({ kind: 'body', status: 401, body: '{}' });
      server.playStream(sse(textFrames('Seen.')));
      const models = 'openai:gpt-5,openai:gpt-5-mini,openai:scripted';
      const { model } = await thinking().ask(models, history, new RecordingObserver());
      expect(model).toBe('openai:scripted');
      expect(server.requests[5]!.raw).toContain('sealed-1');
      expect(server.requests[6]!.raw).not.toMatch(/sealed|rs_1|fc_1/);
      expect(responses.historyFault(sentInput(6))).toBeNull();
      expect(server.requests[7]!.raw).not.toMatch(/sealed|rs_1|fc_1/);
      expect(historyFault(JSON.parse(server.requests[7]!.raw).messages)).toBeNull();
    });
  });

  it('report 57: an overload after five chunks of arguments is asked again, and what came is forgotten', async () => {
    const call = {
      id: 'a',
      name: 'doc_create',
      arguments: `{"path":"a.md","content":"${'x'.repeat(80)}"}`,
    };
    const frames = callFrames([call]);
    server.playStream(sse([...frames.slice(0, 7), errorFrame({ type: 'overloaded_error' })]));
    server.playStream(sse(frames));
    const observer = new RecordingObserver();
    const { answer, tries } = await gateway().ask('openai:scripted', question(), observer);
    expect(tries).toBe(2);
    expect(observer.restarts).toBe(1);
    expect(observer.arguments).toEqual([call.arguments]);
    expect(answer.turn.toolCalls).toEqual([call]);
  });

  it('a 429 is asked again after the time the server asked for', async () => {
    server.play({ kind: 'body', status: 429, body: '{}', headers: { 'retry-after': '3' } });
    server.playStream(sse(textFrames('ok')));
    const waits: number[] = [];
    const patient = new ModelGateway(new ModelCatalogue({ models: {}, aliases: {} }), [provider], {
      sleep: async (ms) => waits.push(ms),
    });
    await patient.ask('openai:scripted', question(), new RecordingObserver());
    expect(waits).toEqual([3000]);
  });
});
