import type { ModelMessage } from '@vance/llm';
import { faultOf, helloTo, RecordingObserver } from '@vance/llm/testing';
import { gemini, ScriptedModelServer } from '@vance/testing';
import { GeminiProvider } from './gemini-provider';

const {
  callFrames,
  callPart,
  errorBody,
  finishFrame,
  historyFault,
  partsFrame,
  retryInfo,
  sse,
  textFrames,
} = gemini;

let server: ScriptedModelServer;
let provider: GeminiProvider;

beforeEach(async () => {
  server = await ScriptedModelServer.start();
  provider = new GeminiProvider({ baseUrl: server.geminiUrl, apiKey: 'test-key' });
});
afterEach(() => server.close());

const ask = (observer = new RecordingObserver(), more = {}) =>
  provider.ask(helloTo('gemini-2.5-pro', more), observer);
const sentBody = (n = 0): Record<string, never> => JSON.parse(server.requests[n]!.raw);

describe('a streamed answer', () => {
  it('comes with its text, its finish and its usage, thinking counted as output', async () => {
    server.playStream(sse(textFrames('Hello, you there.')));
    const observer = new RecordingObserver();
    const answer = await ask(observer);
    expect(answer).toEqual({
      turn: { text: 'Hello, you there.', toolCalls: [] },
      finish: 'stop',
      usage: { inputTokens: 50, outputTokens: 11, cachedTokens: 30 },
    });
    expect(observer.text).toBe('Hello, you there.');
  });

  it('is the same wherever its bytes are cut, also within a character', async () => {
    const bytes = sse(textFrames('Grüße 🙂 你好'));
    for (let at = 1; at < bytes.length; at += 31) {
      server.playStream(bytes.subarray(0, at), bytes.subarray(at));
      expect((await ask()).turn.text).toBe('Grüße 🙂 你好');
    }
  });

  it('holds parallel calls in their order, without an id where the model gave none', async () => {
    server.playStream(
      sse(
        callFrames(
          callPart('look', { n: 1 }, { id: 'a' }),
          callPart('look', { n: 2 }),
          callPart('now'),
        ),
      ),
    );
    const observer = new RecordingObserver();
    const { turn, finish } = await ask(observer);
    expect(turn.toolCalls).toEqual([
      { id: 'a', name: 'look', arguments: '{"n":1}' },
      { id: '', name: 'look', arguments: '{"n":2}' },
      { id: '', name: 'now', arguments: '{}' },
    ]);
    expect(finish).toBe('tools');
    expect(observer.argumentDeltas.map(({ index, name }) => [index, name])).toEqual([
      [0, 'look'],
      [1, 'look'],
      [2, 'now'],
    ]);
  });

  it('keeps thoughts from people, and tells them as a sign of life', async () => {
    server.playStream(sse([partsFrame([{ text: 'Hmm.', thought: true }]), ...textFrames('Yes.')]));
    const observer = new RecordingObserver();
    expect((await ask(observer)).turn).toEqual({ text: 'Yes.', toolCalls: [] });
    expect(observer.textDeltas).toEqual(['', 'Yes.', '']);
  });

  it('has its lone surrogates repaired, in words and in arguments', async () => {
    const say = partsFrame([{ text: 'half \ud83d' }, callPart('look', { at: 'half \ude42' })]);
    server.playStream(sse([say, finishFrame()]));
    const { turn } = await ask();
    expect(turn.text).toBe('half \ufffd');
    expect(JSON.parse(turn.toolCalls[0]!.arguments)).toEqual({ at: 'half \ufffd' });
  });

  it('may be one chunk of ten megabytes', async () => {
    const text = 'x'.repeat(10 * 1024 * 1024);
    server.playStream(sse(textFrames(text, text.length)));
    expect((await ask()).turn.text).toHaveLength(text.length);
  });

  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'filtered'],
    ['PROHIBITED_CONTENT', 'filtered'],
    ['LANGUAGE', 'other'],
    ['A_WORD_OF_TOMORROW', 'other'],
  ])(
    'that ends with %s and no word is an answer without text and calls: %s',
    async (word, finish) => {
      server.playStream(sse([finishFrame(word)]));
      expect(await ask()).toMatchObject({ finish, turn: { text: '', toolCalls: [] } });
    },
  );

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'])(
    'that ends with %s runs nothing and says nothing: the engine asks for a correction',
    async (word) => {
      const half = [{ text: '{"type":"ANSWER"}' }, callPart('doc_delete', { path: 'a' })];
      server.playStream(sse([partsFrame(half), finishFrame(word)]));
      expect(await ask()).toMatchObject({ finish: 'other', turn: { text: '', toolCalls: [] } });
    },
  );

  it('to a question that is refused for its content is filtered', async () => {
    server.playStream(sse([{ promptFeedback: { blockReason: 'SAFETY' } }]));
    expect((await ask()).finish).toBe('filtered');
  });
});

describe('a stream that breaks', () => {
  const frames = [partsFrame([callPart('doc_create', { path: 'a.md' })]), finishFrame()];
  const bytes = sse(frames);
  const continued = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Once' }] }, continuationToken: 't' }],
  };

  it.each([
    ['is cut between frames', { parts: [sse(frames.slice(0, 1))], then: 'cut' }],
    ['is cut within a frame', { parts: [bytes.subarray(0, 60)], then: 'cut' }],
    ['ends within a frame', { parts: [bytes.subarray(0, 60)], then: 'end' }],
    ['ends without a finish', { parts: [sse(frames.slice(0, 1))], then: 'end' }],
    ['is empty', { parts: [], then: 'end' }],
    ['offers to be continued', { parts: [sse([continued])], then: 'end' }],
    [
      'holds a frame that is no JSON',
      { parts: ['data: {"candidates": [\n\n', bytes], then: 'end' },
    ],
    ['is the page of a proxy', { parts: ['<html>busy</html>'], contentType: 'text/html' }],
  ] as const)('and %s is a connection fault, so no torn call runs', async (_, reply) => {
    server.play({ kind: 'stream', ...reply });
    expect((await faultOf(ask())).kind).toBe('connection');
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['overloaded', errorBody(503, 'UNAVAILABLE', 'The model is overloaded.')],
    ['rate-limited', errorBody(429, 'RESOURCE_EXHAUSTED')],
    ['server', errorBody(500, 'INTERNAL')],
  ])('by an error frame is %s, and its connection is closed', async (kind, error) => {
    const parts = [sse([partsFrame([{ text: 'Once' }])]), sse([error])];
    server.play({ kind: 'stream', parts, then: 'hang' });
    expect((await faultOf(ask())).kind).toBe(kind);
    await server.requests[0]!.closed;
    expect(server.requests).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each([
    [401, errorBody(401, 'UNAUTHENTICATED'), 'unauthorized'],
    [403, errorBody(403, 'PERMISSION_DENIED'), 'unauthorized'],
    [404, errorBody(404, 'NOT_FOUND'), 'unknown-model'],
    [429, errorBody(429, 'RESOURCE_EXHAUSTED'), 'rate-limited'],
    [400, errorBody(400, 'INVALID_ARGUMENT', 'bad schema'), 'rejected'],
    [
      400,
      errorBody(400, 'INVALID_ARGUMENT', 'The input token count (9) exceeds the maximum (8).'),
      'context-overflow',
    ],
    [500, errorBody(500, 'INTERNAL'), 'server'],
    [502, 'not even JSON', 'server'],
    [503, errorBody(503, 'UNAVAILABLE'), 'overloaded'],
    [504, errorBody(504, 'DEADLINE_EXCEEDED'), 'timeout'],
    [529, errorBody(529, ''), 'overloaded'],
  ])('with status %i %j is %s, after one request', async (status, body, kind) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const contentType = typeof body === 'string' ? 'text/html' : 'application/json; charset=UTF-8';
    server.play({ kind: 'body', status, body: text, contentType });
    const fault = await faultOf(ask());
    expect([fault.kind, fault.details.status]).toEqual([kind, status]);
    expect(server.requests).toHaveLength(1);
  });

  it('carries the time the server asks to wait', async () => {
    const body = errorBody(429, 'RESOURCE_EXHAUSTED', 'slow down', [retryInfo('7s')]);
    server.play({ kind: 'body', status: 429, body: JSON.stringify(body) });
    expect((await faultOf(ask())).details.retryAfterMs).toBe(7000);
  });

  it.each([
    [
      'Google’s own',
      JSON.stringify(errorBody(429, 'RESOURCE_EXHAUSTED', 'slow down')),
      'slow down',
    ],
    ['a proxy’s', '<html>busy</html>', 'busy'],
  ])('carries the time that a header asks to wait, in %s words', async (_, body, said) => {
    server.play({ kind: 'body', status: 429, body, headers: { 'retry-after': '7' } });
    const fault = await faultOf(ask());
    expect([fault.kind, fault.details.retryAfterMs]).toEqual(['rate-limited', 7000]);
    expect(fault.message).toContain(said);
  });

  it('of which body and header speak waits as long as the body says', async () => {
    const body = errorBody(429, 'RESOURCE_EXHAUSTED', 'slow down', [retryInfo('3s')]);
    const headers = { 'retry-after': '7' };
    server.play({ kind: 'body', status: 429, body: JSON.stringify(body), headers });
    expect((await faultOf(ask())).details.retryAfterMs).toBe(3000);
  });

  it('before any answer is a connection fault', async () => {
    server.play({ kind: 'drop' });
    expect((await faultOf(ask())).kind).toBe('connection');
  });

  it('by nobody listening is a connection fault', async () => {
    const { geminiUrl: url } = server;
    await server.close();
    provider = new GeminiProvider({ baseUrl: url, apiKey: 'k' });
    expect((await faultOf(ask())).kind).toBe('connection');
    server = await ScriptedModelServer.start();
  });
});

describe('an abort', () => {
  const stops = async (parts: readonly (string | Buffer)[]) => {
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
    stops([sse([partsFrame([{ text: 'Once upon' }])])]));

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
  const parameters = {
    type: 'object',
    properties: { q: { type: 'string' } },
    additionalProperties: false,
  };
  const messages: ModelMessage[] = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'half \ud83d' },
    {
      role: 'assistant',
      turn: { text: 'I look.', toolCalls: [{ id: 'c1', name: 'look', arguments: '{"a":1}' }] },
    },
    { role: 'tool', callId: 'c1', name: 'look', content: 'seen' },
    { role: 'system', content: 'The plan waits.' },
  ];

  it('speaks streamGenerateContent, well-formed, the plan state last and the schema as it is', async () => {
    server.playStream(sse(textFrames('ok')));
    const tools = [{ name: 'look', description: 'Looks', parameters }];
    await ask(new RecordingObserver(), { messages, tools, maxOutputTokens: 99 });
    const id = 'c1';
    const response = { output: 'seen' };
    expect(sentBody()).toEqual({
      systemInstruction: { role: 'user', parts: [{ text: expect.stringMatching(/^Be kind\./) }] },
      contents: [
        { role: 'user', parts: [{ text: 'half \ufffd' }] },
        {
          role: 'model',
          parts: [{ text: 'I look.' }, { functionCall: { id, name: 'look', args: { a: 1 } } }],
        },
        { role: 'user', parts: [{ functionResponse: { id, name: 'look', response } }] },
        { role: 'user', parts: [{ text: '<system-note>\nThe plan waits.\n</system-note>' }] },
      ],
      tools: [
        {
          functionDeclarations: [
            { name: 'look', description: 'Looks', parametersJsonSchema: parameters },
          ],
        },
      ],
      generationConfig: { maxOutputTokens: 99 },
    });
    expect(historyFault(sentBody()['contents']!)).toBeNull();
    expect(server.requests[0]).toMatchObject({
      path: '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
      headers: { 'x-goog-api-key': 'test-key', 'content-type': 'application/json' },
    });
  });

  it.each(['', '/', '/v1beta', '/v1beta/'])(
    'goes to the same place for a root with "%s"',
    async (end) => {
      provider = new GeminiProvider({ baseUrl: `${server.geminiUrl}${end}`, apiKey: 'k' });
      server.playStream(sse(textFrames('ok')));
      await ask();
      expect(server.requests[0]?.path).toMatch(/^\/v1beta\/models\//);
    },
  );
});
