import type { ModelAnswer, ModelMessage } from '@vance/llm';
import { faultOf, hello, helloTo, RecordingObserver } from '@vance/llm/testing';
import { responses, ScriptedModelServer, type ScriptedReply } from '@vance/testing';
import { OpenAiProvider } from './openai-provider';

const { callFrames, callItem, created, errorEvent, failed, historyFault, incomplete } = responses;
const { itemEvents, itemFrames, messageItem, reasoningItem, refusalItem, sse, textFrames } =
  responses;

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

const ask = (observer = new RecordingObserver(), more = {}): Promise<ModelAnswer> =>
  provider.ask(helloTo('gpt-5', { api: 'responses', reasoning: true, ...more }), observer);
const sentBody = (n = 0): { input: never[] } & Record<string, unknown> =>
  JSON.parse(server.requests[n]!.raw);

const look = (id: string, n: number) => ({ id, name: 'look', arguments: `{"n":${n}}` });

describe('a request', () => {
  it('tells the conversation in items, stores nothing, and asks for sealed thoughts', async () => {
    const parameters = { type: 'object', properties: { q: { type: 'string' } } };
    const messages: ModelMessage[] = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'half \ud83d' },
      {
        role: 'assistant',
        turn: {
          text: 'I look.',
          toolCalls: [look('c1', 1), { ...look('c2', 2), arguments: '{"n' }],
        },
      },
      { role: 'tool', callId: 'c1', name: 'look', content: 'seen' },
      { role: 'tool', callId: 'c2', name: 'look', content: 'INVALID' },
      { role: 'assistant', turn: { text: '', toolCalls: [] } },
      { role: 'system', content: 'The plan waits.' },
    ];
    server.playStream(sse(textFrames('ok')));
    const tools = [{ name: 'look', description: 'Looks', parameters }];
    await ask(new RecordingObserver(), { messages, tools, maxOutputTokens: 99 });
    const said = { type: 'output_text', text: 'I look.', annotations: [] };
    const call = (call_id: string, args: string) => ({
      type: 'function_call',
      call_id,
      name: 'look',
      arguments: args,
    });
    expect(sentBody()).toEqual({
      model: 'gpt-5',
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      max_output_tokens: 99,
      input: [
        { type: 'message', role: 'system', content: 'Be kind.' },
        { type: 'message', role: 'user', content: 'half \ufffd' },
        { type: 'message', role: 'assistant', content: [said] },
        call('c1', '{"n":1}'),
        call('c2', '{}'),
        { type: 'function_call_output', call_id: 'c1', output: 'seen' },
        { type: 'function_call_output', call_id: 'c2', output: 'INVALID' },
        { type: 'message', role: 'system', content: 'The plan waits.' },
      ],
      tools: [{ type: 'function', name: 'look', description: 'Looks', parameters, strict: false }],
    });
    expect(historyFault(sentBody().input)).toBeNull();
    expect(server.requests[0]).toMatchObject({
      path: '/v1/responses',
      headers: { authorization: 'Bearer test-key', 'content-type': 'application/json' },
    });
  });

  it('asks a model that does not think for no thoughts, which it would refuse', async () => {
    server.playStream(sse(textFrames('ok')));
    await ask(new RecordingObserver(), { reasoning: false });
    expect(sentBody()).not.toHaveProperty('include');
  });

  it.each([
    [undefined, true, '/v1/chat/completions'],
    ['chat', true, '/v1/chat/completions'],
    ['responses', false, '/v1/responses'],
  ])('to a compatible server with api %p goes to %p', async (api, reasoning, path) => {
    server.play({ kind: 'body', status: 404, body: '{}' });
    await ask(new RecordingObserver(), { api, reasoning }).catch(() => undefined);
    expect(server.requests[0]?.path).toBe(path);
  });
});

describe('an answer', () => {
  it('comes with its text, its finish and its usage', async () => {
    server.playStream(sse(textFrames('Grüße 🙂 to you.')));
    const observer = new RecordingObserver();
    expect(await ask(observer)).toEqual({
      turn: { text: 'Grüße 🙂 to you.', toolCalls: [] },
      finish: 'stop',
      usage: { inputTokens: 50, outputTokens: 7, cachedTokens: 30 },
    });
    expect(observer.text).toBe('Grüße 🙂 to you.');
  });

  it('holds parallel calls in their order, their arguments told as they come', async () => {
    server.playStream(sse(callFrames([look('a', 1), look('b', 2)])));
    const observer = new RecordingObserver();
    const { turn, finish } = await ask(observer);
    expect(turn.toolCalls).toEqual([look('a', 1), look('b', 2)]);
    expect(observer.arguments).toEqual(['{"n":1}', '{"n":2}']);
    expect(finish).toBe('tools');
  });

  it('may come item by item without pieces, or whole from a server that does not stream', async () => {
    const items = [messageItem('msg_1', 'I look.'), callItem(look('a', 1))];
    const done = items.flatMap((item, index) => itemEvents(item, index).slice(-1));
    server.playStream(sse([created, ...done, responses.completed(items)]));
    const body = JSON.stringify({ object: 'response', status: 'completed', output: items });
    server.play({ kind: 'body', body });
    for (const _ of [1, 2])
      expect((await ask()).turn).toEqual({ text: 'I look.', toolCalls: [look('a', 1)] });
  });

  it('keeps thoughts from people, and tells them as a sign of life', async () => {
    const summary = { type: 'response.reasoning_summary_text.delta', delta: 'They ask for…' };
    const parts = [sse([created, summary]), sse(textFrames('Yes.').slice(1))];
    server.play({ kind: 'stream', parts });
    const observer = new RecordingObserver();
    expect((await ask(observer)).turn.text).toBe('Yes.');
    expect(observer.textDeltas).toEqual(['', 'Yes.', '']);
  });

  it('that refuses is told, as filtered', async () => {
    server.playStream(sse(itemFrames(refusalItem('msg_1', 'I cannot help with that.'))));
    const { turn, finish } = await ask();
    expect([turn.text, finish]).toEqual(['I cannot help with that.', 'filtered']);
  });

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'filtered'],
    ['a reason of tomorrow', 'other'],
  ])(
    'that is incomplete for %s is %s, its half call handed on as it is',
    async (reason, finish) => {
      const half = callItem({ id: 'a', name: 'look', arguments: '{"what":"the ro' });
      server.playStream(sse([created, ...itemEvents(half, 0), incomplete(reason)]));
      const { turn, ...answer } = await ask();
      expect(answer.finish).toBe(finish);
      expect(turn.toolCalls[0]?.arguments).toBe('{"what":"the ro');
    },
  );

  it.each([
    ['overloaded', errorEvent('server_is_overloaded', 'Our servers are currently overloaded.')],
    ['rate-limited', errorEvent('rate_limit_exceeded', 'slow down')],
    ['server', errorEvent('server_error', 'The server had an error.')],
    ['rate-limited', failed('rate_limit_exceeded', 'slow down')],
    ['server', failed('server_error', 'The server had an error.')],
    [
      'context-overflow',
      failed('context_length_exceeded', 'Your input exceeds the context window.'),
    ],
    ['overloaded', { error: { message: 'Overloaded' } }],
  ])('that fails in its stream is %s: %j', async (kind, event) => {
    server.playStream(sse([created, ...itemEvents(callItem(look('a', 1)), 0), event]));
    expect((await faultOf(ask())).kind).toBe(kind);
  });

  it.each<[string, ScriptedReply]>([
    [
      'a whole call but no end',
      { kind: 'stream', parts: [sse(callFrames([look('a', 1)]).slice(0, -1))] },
    ],
    [
      'an end in the middle of a frame',
      { kind: 'stream', parts: [sse(textFrames('ok')).subarray(0, -40)] },
    ],
  ])('with %s is a connection fault, so no torn call runs', async (_, reply) => {
    server.play(reply);
    expect((await faultOf(ask())).kind).toBe('connection');
  });

  it('is one that other words than a response are not', async () => {
    server.play({ kind: 'body', body: '{"hello":"there"}' });
    expect((await faultOf(ask())).kind).toBe('server');
  });
});

describe('thoughts', () => {
  const thinks = [
    reasoningItem('rs_1', 'sealed-1', 'Weighing it.'),
    messageItem('msg_1', 'I look twice.', { phase: 'commentary' }),
    callItem(look('a', 1), 'fc_1'),
    reasoningItem('rs_2', 'sealed-2'),
    callItem(look('b', 2), 'fc_2'),
  ];
  const results: ModelMessage[] = ['a', 'b'].map((callId) => {
    return { role: 'tool', callId, name: 'look', content: 'seen' };
  });
  /** What the model answered, after its way through the store. */
  async function thought(items = thinks): Promise<ModelAnswer['turn']> {
    server.playStream(sse(itemFrames(...items)));
    return JSON.parse(JSON.stringify((await ask()).turn));
  }
  async function sentBack(turn: ModelAnswer['turn'], more = {}) {
    server.playStream(sse(textFrames('ok')));
    const messages = [
      hello,
      { role: 'assistant', turn },
      ...results.slice(0, turn.toolCalls.length),
    ];
    await ask(new RecordingObserver(), { messages, ...more });
    return sentBody(server.requests.length - 1).input as unknown as Record<string, unknown>[];
  }
  const typesOf = (input: Record<string, unknown>[]) => input.map(({ type }) => type);

  it('go to the same model only: to another one the turn goes without them and without ids', async () => {
    const input = await sentBack(await thought(), { model: 'gpt-5-mini' });
    expect(JSON.stringify(input)).not.toMatch(/sealed|rs_|fc_|msg_/);
    expect(typesOf(input).slice(1, 4)).toEqual(['message', 'function_call', 'function_call']);
    expect(historyFault(input)).toBeNull();
  });

  it('of a turn whose text was shortened since stay behind', async () => {
    const turn = await thought();
    expect(JSON.stringify(await sentBack({ ...turn, text: 'I look…' }))).not.toMatch(/sealed/);
  });

  it('that nothing came out of stay behind, or the whole history would be refused', async () => {
    const turn = await thought([messageItem('msg_1', 'Well.'), reasoningItem('rs_1', 'sealed')]);
    expect(typesOf(await sentBack(turn))).toEqual(['message', 'message']);
  });

  it('that a server does not seal are not kept: nobody could send them back', async () => {
    expect(await thought([reasoningItem('rs_1'), messageItem('msg_1', 'Well.')])).toEqual({
      text: 'Well.',
      toolCalls: [],
    });
  });

  it('of more than half a megabyte are not kept', async () => {
    const turn = await thought([
      reasoningItem('rs_1', 'x'.repeat(600 * 1024)),
      messageItem('msg_1', 'Well.'),
    ]);
    expect(turn).not.toHaveProperty('provider');
  });

  it('that the key’s organisation cannot read are left out at once, so that the conversation goes on', async () => {
    const turn = await thought();
    const error = {
      code: 'invalid_encrypted_content',
      message: 'The encrypted content seal…d-1 could not be verified.',
    };
    server.play({ kind: 'body', status: 400, body: JSON.stringify({ error }) });
    const input = await sentBack(turn);
    expect(server.requests).toHaveLength(3);
    expect(JSON.stringify(input)).not.toMatch(/sealed/);
    expect(historyFault(input)).toBeNull();
  });

  it('are named by a refusal no more than once', async () => {
    const error = { code: 'invalid_encrypted_content', message: 'no' };
    server.play({ kind: 'body', status: 400, body: JSON.stringify({ error }) });
    expect((await faultOf(ask())).kind).toBe('rejected');
    expect(server.requests).toHaveLength(1);
  });
});
