import { ModelCatalogue, ModelGateway, type ModelMessage } from '@vance/llm';
import { hello, RecordingObserver } from '@vance/llm/testing';
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
let gateway: ModelGateway;
const waits: number[] = [];

beforeEach(async () => {
  server = await ScriptedModelServer.start();
  waits.length = 0;
  const provider = new GeminiProvider({ baseUrl: server.geminiUrl, apiKey: 'test-key' });
  gateway = new ModelGateway(new ModelCatalogue({ models: {}, aliases: {} }), [provider], {
    sleep: async (ms) => waits.push(ms),
  });
});
afterEach(() => server.close());

const ask = (messages: readonly ModelMessage[] = [hello], observer = new RecordingObserver()) => {
  const question = { messages, tools: [], signal: new AbortController().signal };
  return gateway.ask('gemini:gemini-3-pro', question, observer);
};
const sentContents = (n: number): never[] => JSON.parse(server.requests[n]!.raw).contents;

it('report 53: signed thoughts, words and calls go back as they came, each beside what it belongs to', async () => {
  const given = [
    { text: 'Weighing it.', thought: true, thoughtSignature: 'sig-thought' },
    { text: 'I look twice.', thoughtSignature: 'sig-words' },
    callPart('look', { n: 1 }, { id: 'a', signature: 'sig-call' }),
    callPart('look', { n: 2 }, { id: 'b' }),
    { text: 'Then I read.' },
    callPart('read', { path: 'x' }, { id: 'c', signature: 'sig-read' }),
    { text: '', thoughtSignature: 'sig-end' },
  ];
  // Some in one chunk, some in chunks of their own.
  server.playStream(
    sse([partsFrame(given.slice(0, 3)), ...given.slice(3).map((part) => partsFrame([part]))]),
    sse([finishFrame()]),
  );
  const { answer } = await ask();
  const stored: typeof answer.turn = JSON.parse(JSON.stringify(answer.turn));
  const results = stored.toolCalls.map(({ id, name }): ModelMessage => {
    return { role: 'tool', callId: id, name, content: 'seen' };
  });
  server.playStream(sse(textFrames('Seen.')));
  await ask([hello, { role: 'assistant', turn: stored }, ...results]);
  const contents = sentContents(1);
  expect(contents[1]).toEqual({ role: 'model', parts: given });
  expect(historyFault(contents)).toBeNull();
});

it('signatures that another key cannot use are left out at once, so that the conversation goes on', async () => {
  server.playStream(sse(callFrames(callPart('look', { n: 1 }, { id: 'a', signature: 'sig' }))));
  const { turn } = (await ask()).answer;
  const body = errorBody(400, 'INVALID_ARGUMENT', 'Thought signature is not valid.');
  server.play({ kind: 'body', status: 400, body: JSON.stringify(body) });
  server.playStream(sse(textFrames('Seen.')));
  const result: ModelMessage = { role: 'tool', callId: 'a', name: 'look', content: 'seen' };
  const { answer } = await ask([hello, { role: 'assistant', turn }, result]);
  expect(answer.turn.text).toBe('Seen.');
  expect(JSON.stringify(sentContents(1))).toContain('"sig"');
  expect(JSON.stringify(sentContents(2))).not.toContain('"sig"');
  expect(historyFault(sentContents(2))).toBeNull();
});

it('report 51: two calls without an id get ids of their own, and results find them by order', async () => {
  server.playStream(sse(callFrames(callPart('look', { n: 1 }), callPart('look', { n: 2 }))));
  const { turn } = (await ask()).answer;
  expect(new Set(turn.toolCalls.map(({ id }) => id)).size).toBe(2);

  server.playStream(sse(textFrames('Both seen.')));
  const results = turn.toolCalls.map(({ id, name }, i): ModelMessage => {
    return { role: 'tool', callId: id, name, content: `seen ${i + 1}` };
  });
  await ask([hello, { role: 'assistant', turn }, ...results]);
  expect(historyFault(sentContents(1))).toBeNull();
});

it('an id that comes twice is minted anew', async () => {
  const same = callPart('look', {}, { id: 'call_0' });
  server.playStream(sse(callFrames(same, same)));
  const [first, second] = (await ask()).answer.turn.toolCalls;
  expect(first?.id).toBe('call_0');
  expect(second?.id).not.toBe('call_0');
});

it('report 57: an overload after words is asked again, and what came is forgotten', async () => {
  const calls = callFrames(callPart('look', { n: 1 }));
  const overload = errorBody(503, 'UNAVAILABLE', 'The model is overloaded.');
  server.playStream(sse([partsFrame([{ text: 'Let me' }]), ...calls.slice(0, 1), overload]));
  server.playStream(sse(calls));
  const observer = new RecordingObserver();
  const { answer, tries } = await ask([hello], observer);
  expect([tries, observer.restarts, observer.text]).toEqual([2, 1, '']);
  expect(observer.arguments).toEqual(['{"n":1}']);
  expect(answer.turn.text).toBe('');
});

it('a 429 is asked again after the time its RetryInfo names', async () => {
  const body = errorBody(429, 'RESOURCE_EXHAUSTED', 'slow down', [retryInfo('3.5s')]);
  server.play({ kind: 'body', status: 429, body: JSON.stringify(body) });
  server.playStream(sse(textFrames('ok')));
  await ask();
  expect(waits).toEqual([3500]);
});
