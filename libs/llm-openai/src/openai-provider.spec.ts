import type { ModelMessage } from '@vance/llm';
import { faultOf, helloTo, RecordingObserver } from '@vance/llm/testing';
import { chat, cutAt, ScriptedModelServer } from '@vance/testing';
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

const ask = (observer = new RecordingObserver(), more = {}) =>
  provider.ask(helloTo('scripted', more), observer);
const sentBody = (n = 0): { messages: never[] } & Record<string, unknown> =>
  JSON.parse(server.requests[n]!.raw);

describe('a streamed answer', () => {
  it('comes with its text, its finish and its usage', async () => {
    server.playStream(sse(textFrames('Hello, you there.')));
    const observer = new RecordingObserver();
    const answer = await ask(observer);
    expect(answer).toEqual({
      turn: { text: 'Hello, you there.', toolCalls: [] },
      finish: 'stop',
      usage: { inputTokens: 50, outputTokens: 7, cachedTokens: 30 },
    });
    expect(observer.text).toBe('Hello, you there.');
  });

  it('tells the observer once per read, not once per chunk', async () => {
    server.playStream(
      sse(callFrames([{ id: 'a', name: 'look', arguments: '{"what":"the roof"}' }], { size: 2 })),
    );
    const observer = new RecordingObserver();
    await ask(observer);
    expect(observer.argumentDeltas.map(({ delta }) => delta)).toEqual(['{"what":"the roof"}']);
  });

  it('is the same however its bytes are cut, also within a character or a line end', async () => {
    const bytes = sse(textFrames('Grüße 🙂 你好'), { lineEnd: '\r\n' });
    for (let at = 1; at < bytes.length; at += 7) {
      server.playStream(...cutAt(bytes, at));
      expect((await ask()).turn.text).toBe('Grüße 🙂 你好');
    }
  });

  it('holds parallel calls in their order', async () => {
    const calls = [
      { id: 'a', name: 'look', arguments: '{"n":1}' },
      { id: 'b', name: 'look', arguments: '{"n":2}' },
    ];
    server.playStream(sse(callFrames(calls)));
    const answer = await ask();
    expect(answer.turn.toolCalls).toEqual(calls);
    expect(answer.finish).toBe('tools');
  });

  it('keeps calls apart that a server gives the same index', async () => {
    const delta = (id: string, n: number) => ({
      choices: [
        {
          delta: {
            tool_calls: [{ index: 0, id, function: { name: 'look', arguments: `{"n":${n}}` } }],
          },
        },
      ],
    });
    server.playStream(
      sse([delta('a', 1), delta('b', 2), { choices: [{ delta: {}, finish_reason: 'stop' }] }]),
    );
    const { turn, finish } = await ask();
    expect(turn.toolCalls.map((call) => [call.id, call.arguments])).toEqual([
      ['a', '{"n":1}'],
      ['b', '{"n":2}'],
    ]);
    expect(finish).toBe('tools');
  });

  it('says that the length limit has cut it', async () => {
    const call = { id: 'a', name: 'look', arguments: '{"what":"the ro' };
    server.playStream(sse(callFrames([call], { finish: 'length' })));
    expect(await ask()).toMatchObject({ finish: 'length', turn: { toolCalls: [call] } });
  });

  it('keeps what a model thinks from people, and tells it as a sign of life', async () => {
    const thinks = { choices: [{ delta: { reasoning_content: 'They ask for…', content: null } }] };
    const names = { choices: [{ delta: { reasoning: 'They ask…', content: '' } }] };
    server.play({
      kind: 'stream',
      parts: [sse([thinks, names], { done: false }), sse(textFrames('Yes.'))],
    });
    const observer = new RecordingObserver();
    expect((await ask(observer)).turn).toEqual({ text: 'Yes.', toolCalls: [] });
    expect(observer.textDeltas).toEqual(['', 'Yes.', '']);
  });

  it('that refuses is told, as filtered', async () => {
    const refuses = { choices: [{ delta: { refusal: 'I cannot help with that.' } }] };
    server.playStream(sse([refuses, ...textFrames('').slice(-2)]));
    const { turn, finish } = await ask();
    expect([turn.text, finish]).toEqual(['I cannot help with that.', 'filtered']);
  });

  it('may be one chunk of ten megabytes', async () => {
    const text = 'x'.repeat(10 * 1024 * 1024);
    server.playStream(sse(textFrames(text, text.length)));
    expect((await ask()).turn.text).toHaveLength(text.length);
  });

  it('may come whole from a server that does not stream', async () => {
    const body = JSON.stringify({
      choices: [{ message: { role: 'assistant', content: 'All at once.' }, finish_reason: 'stop' }],
    });
    server.play({ kind: 'body', body });
    expect((await ask()).turn.text).toBe('All at once.');
  });

  it('has its lone surrogates repaired', async () => {
    server.playStream(sse(textFrames('broken \ud83d half')));
    expect((await ask()).turn.text).toBe('broken \ufffd half');
  });
});

describe('a stream that breaks', () => {
  const frames = callFrames([
    { id: 'a', name: 'doc_create', arguments: '{"path":"a.md","content":"abc"}' },
  ]);

  it.each([
    ['is cut between frames', { parts: [sse(frames.slice(0, 4), { done: false })], then: 'cut' }],
    ['is cut within a frame', { parts: [sse(frames).subarray(0, 300)], then: 'cut' }],
    ['ends within a frame', { parts: [sse(frames).subarray(0, 300)], then: 'end' }],
    ['ends without a finish', { parts: [sse(frames.slice(0, 4), { done: false })], then: 'end' }],
    ['holds a frame that is no JSON', { parts: ['data: {"choices": [\n\n'], then: 'end' }],
  ] as const)('and %s is a connection fault, so no torn call runs', async (_, reply) => {
    server.play({ kind: 'stream', ...reply });
    expect((await faultOf(ask())).kind).toBe('connection');
  });

  it.each([
    ['overloaded', { message: 'Overloaded', type: 'overloaded_error' }],
    ['rate-limited', { message: 'slow down', type: 'rate_limit_error' }],
    ['overloaded', { message: 'upstream', code: 529 }],
    ['context-overflow', { message: 'maximum context length is 8192 tokens' }],
    ['server', { message: 'something odd' }],
    ['server', 'plain words'],
  ])('by an error frame is %s', async (kind, error) => {
    server.playStream(sse([...frames.slice(0, 3), errorFrame(error)]));
    expect((await faultOf(ask())).kind).toBe(kind);
  });
});

describe('a refusal', () => {
  it.each([
    [401, {}, 'unauthorized'],
    [404, {}, 'unknown-model'],
    [429, {}, 'rate-limited'],
    [429, { code: 'insufficient_quota' }, 'rejected'],
    [400, { code: 'context_length_exceeded' }, 'context-overflow'],
    [400, { message: 'the request exceeds the available context size' }, 'context-overflow'],
    [400, { message: 'bad tool schema' }, 'rejected'],
    [500, {}, 'server'],
    [502, {}, 'server'],
    [503, {}, 'overloaded'],
    [529, {}, 'overloaded'],
  ])('with status %i %j is %s', async (status, error, kind) => {
    server.play({ kind: 'body', status, body: JSON.stringify({ error }) });
    const fault = await faultOf(ask());
    expect([fault.kind, fault.details.status]).toEqual([kind, status]);
  });

  it('carries the time the server asks to wait', async () => {
    const headers = { 'retry-after': '7' };
    server.play({ kind: 'body', status: 429, body: '{}', headers });
    expect((await faultOf(ask())).details.retryAfterMs).toBe(7000);
  });

  it('never repeats the key', async () => {
    const error = { message: 'Incorrect API key provided: test-key' };
    server.play({ kind: 'body', status: 401, body: JSON.stringify({ error }) });
    const fault = await faultOf(ask());
    expect(JSON.stringify([fault.message, fault.details])).not.toContain('test-key');
  });

  it('with status 200 and a page of a proxy is a server fault', async () => {
    server.play({ kind: 'body', body: '<html>busy</html>', contentType: 'text/html' });
    expect((await faultOf(ask())).kind).toBe('server');
  });

  it('with status 200 and an error in JSON is told by its words', async () => {
    server.play({ kind: 'body', body: '{"error":{"message":"model is overloaded"}}' });
    expect((await faultOf(ask())).kind).toBe('overloaded');
  });

  it('before any answer is a connection fault', async () => {
    server.play({ kind: 'drop' });
    expect((await faultOf(ask())).kind).toBe('connection');
  });

  it('by nobody listening is a connection fault', async () => {
    const { openAiUrl: url } = server;
    await server.close();
    provider = new OpenAiProvider({ baseUrl: url });
    expect((await faultOf(ask())).kind).toBe('connection');
    server = await ScriptedModelServer.start();
  });
});

describe('an abort', () => {
  const stops = async (parts: readonly string[]) => {
    server.play({ kind: 'stream', parts, then: 'hang' });
    const controller = new AbortController();
    const reason = new Error('halted');
    const asking = ask(new RecordingObserver(), { signal: controller.signal });
    const request = await server.received(1);
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
    await request.closed;
    expect(request.aborted).toBe(true);
  };

  it('ends a stream that never ends, and its connection', () =>
    stops([sse(textFrames('Once upon'), { done: false }).toString().slice(0, 300)]));

  it('ends a request that has no answer yet', () => stops([]));

  it('that came before sends nothing', async () => {
    const reason = new Error('halted');
    await expect(ask(new RecordingObserver(), { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(server.requests).toHaveLength(0);
  });
});

describe('a request', () => {
  const history: ModelMessage[] = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'half \ud83d' },
    {
      role: 'assistant',
      turn: {
        text: '',
        toolCalls: [
          { id: 'c1', name: 'look', arguments: '{"a":1}' },
          { id: 'c2', name: 'look', arguments: '{"a":' },
        ],
      },
    },
    { role: 'tool', callId: 'c1', name: 'look', content: 'seen' },
    { role: 'tool', callId: 'c2', name: 'look', content: 'INVALID' },
    { role: 'assistant', turn: { text: 'So it is.', toolCalls: [] } },
  ];

  it('speaks chat completions, well-formed, and without arguments that are no JSON', async () => {
    server.playStream(sse(textFrames('ok')));
    await ask(new RecordingObserver(), { messages: history, maxOutputTokens: 99 });
    const call = (id: string, args: string) => ({
      id,
      type: 'function',
      function: { name: 'look', arguments: args },
    });
    expect(sentBody()).toEqual({
      model: 'scripted',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 99,
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'half \ufffd' },
        { role: 'assistant', content: null, tool_calls: [call('c1', '{"a":1}'), call('c2', '{}')] },
        { role: 'tool', tool_call_id: 'c1', content: 'seen' },
        { role: 'tool', tool_call_id: 'c2', content: 'INVALID' },
        { role: 'assistant', content: 'So it is.' },
      ],
    });
    expect(historyFault(sentBody().messages)).toBeNull();
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer test-key', 'content-type': 'application/json' },
    });
  });

  it('offers tools as functions', async () => {
    server.playStream(sse(textFrames('ok')));
    const parameters = { type: 'object', properties: { q: { type: 'string' } } };
    await ask(new RecordingObserver(), {
      tools: [{ name: 'look', description: 'Looks', parameters }],
    });
    expect(sentBody()['tools']).toEqual([
      { type: 'function', function: { name: 'look', description: 'Looks', parameters } },
    ]);
  });

  it('uses one connection for many in a row, and a new one where the server has closed it', async () => {
    for (let i = 0; i < 3; i++) {
      server.playStream(sse(textFrames('ok')));
      await ask();
    }
    expect(server.connections).toBe(1);
    server.closeIdle();
    server.playStream(sse(textFrames('ok')));
    await ask();
    expect(server.connections).toBe(2);
  });
});
