import { GeminiProvider } from '@vance/llm-gemini';
import { RecordingObserver } from '@vance/llm/testing';
import {
  calls,
  callsBadly,
  chat,
  refuses,
  saysNothing,
  ScriptedModelServer,
  says,
  tears,
} from '@vance/testing';
import { startGeminiFront } from './front.mjs';
import { Signatures } from './signatures.mjs';

let model;
let front;
let provider;

beforeEach(async () => {
  model = await ScriptedModelServer.start();
  front = await startGeminiFront(model.openAiUrl);
  provider = new GeminiProvider({ baseUrl: front.url, apiKey: 'k' });
});
afterEach(async () => {
  await front.close();
  await model.close();
});

const look = { name: 'look', description: 'Looks', parameters: { type: 'object' } };
const hello = { role: 'user', content: 'hello' };
const ask = (messages = [hello]) =>
  provider.ask(
    { model: 'scripted', messages, tools: [look], signal: new AbortController().signal },
    new RecordingObserver(),
  );
const call = { id: 'a', name: 'look', arguments: '{"what":"the roof"}' };

describe('a front that speaks Gemini before a chat server', () => {
  it('hands words and calls on, and the conversation as the chat server knows it', async () => {
    model.play(calls(call), says('Seen.'));
    const { turn } = await ask();
    expect(turn.toolCalls).toEqual([call]);
    const messages = [
      { role: 'system', content: 'Be kind.' },
      hello,
      { role: 'assistant', turn },
      { role: 'tool', callId: 'a', name: 'look', content: 'seen' },
      { role: 'system', content: 'The plan waits.' },
    ];
    expect((await ask(messages)).turn.text).toBe('Seen.');
    const { messages: heard, tools } = JSON.parse(model.requests[1].raw);
    expect(chat.historyFault(heard)).toBeNull();
    expect(heard.slice(1)).toEqual([
      hello,
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'look', arguments: call.arguments } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'seen' },
      { role: 'system', content: 'The plan waits.' },
    ]);
    expect(heard[0].content).toMatch(/^Be kind\./);
    expect(tools).toEqual([{ type: 'function', function: look }]);
  });

  it('refuses a history that lost a signature, as Gemini does', async () => {
    model.play(calls(call));
    const { turn } = await ask();
    const lost = { ...turn, provider: undefined };
    const result = { role: 'tool', callId: 'a', name: 'look', content: 'seen' };
    const asking = ask([hello, { role: 'assistant', turn: lost }, result]);
    await expect(asking).rejects.toThrow('lost its signature');
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    ['a refusal', refuses(429, 7), { kind: 'rate-limited', details: { retryAfterMs: 7000 } }],
    ['a cut', tears('cut', { text: 'Let me', calls: [call] }), { kind: 'connection' }],
    ['an overload within the stream', tears('overloaded', { text: 'Let' }), { kind: 'overloaded' }],
  ])('hands %s on as Gemini would say it', async (_, step, fault) => {
    model.play(step);
    await expect(ask()).rejects.toMatchObject(fault);
  });

  it.each([
    ['an empty answer', saysNothing, 'stop'],
    ['a call that is no JSON', callsBadly, 'other'],
  ])('hands %s on as one without text and calls', async (_, step, finish) => {
    model.play(step);
    expect(await ask()).toMatchObject({ finish, turn: { text: '', toolCalls: [] } });
  });
});

it('a signature belongs to the call that it was given with', () => {
  const signatures = new Signatures();
  const signature = signatures.sign('look', { n: 1 });
  const contents = (args) => [
    { parts: [{ functionCall: { name: 'look', args }, thoughtSignature: signature }] },
  ];
  expect(signatures.fault(contents({ n: 1 }))).toBeNull();
  expect(signatures.fault(contents({ n: 2 }))).toMatch(/not given with this call/);
});
