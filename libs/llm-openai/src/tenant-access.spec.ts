import { ModelAccess, ModelFault } from '@vance/llm';
import { helloTo, RecordingObserver } from '@vance/llm/testing';
import { chat, ScriptedModelServer } from '@vance/testing';
import { OpenAiProvider } from './openai-provider';

const { sse, textFrames } = chat;

let platform: ScriptedModelServer;
let theirs: ScriptedModelServer;
let provider: OpenAiProvider;
const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>((...args) => fetch(...args));

beforeEach(async () => {
  fetched.mockClear();
  platform = await ScriptedModelServer.start();
  theirs = await ScriptedModelServer.start();
  provider = new OpenAiProvider({ baseUrl: platform.openAiUrl, apiKey: 'platform-key' });
});
afterEach(async () => {
  provider.close();
  await platform.close();
  await theirs.close();
});

const accessOf = (apiKey: string) =>
  new ModelAccess(apiKey, { baseUrl: theirs.openAiUrl, fetch: fetched });
const ask = (access?: ModelAccess, signal = new AbortController().signal) =>
  provider.ask(
    helloTo('scripted', { signal, ...(access === undefined ? {} : { access }) }),
    new RecordingObserver(),
  );
const keysAt = ({ requests }: ScriptedModelServer) =>
  requests.map(({ headers }) => headers.authorization);

describe('a question with a tenant’s key', () => {
  it('goes to its server by its fetch, and the platform’s to the platform’s', async () => {
    theirs.playStream(sse(textFrames('Theirs, in parts: 你好')));
    theirs.playStream(sse(textFrames('Again.')));
    platform.playStream(sse(textFrames('Ours.')));
    expect((await ask(accessOf('key-a'))).turn.text).toBe('Theirs, in parts: 你好');
    expect((await ask(accessOf('key-b'))).turn.text).toBe('Again.');
    expect((await ask()).turn.text).toBe('Ours.');
    expect(keysAt(theirs)).toEqual(['Bearer key-a', 'Bearer key-b']);
    expect(keysAt(platform)).toEqual(['Bearer platform-key']);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('without an address goes to the package’s own, never to the platform’s server', async () => {
    const offline = jest.fn(() => Promise.reject(new TypeError('fetch failed')));
    const access = new ModelAccess('key-a', { fetch: offline });
    await expect(ask(access)).rejects.toBeInstanceOf(ModelFault);
    expect(offline).toHaveBeenCalledWith(
      'https://api.openai.com/v1/chat/completions',
      expect.anything(),
    );
    expect(platform.requests).toHaveLength(0);
  });

  it('fails and ends like any other: refusals, cuts, aborts', async () => {
    theirs.play({ kind: 'body', status: 401, body: '{"error":{"message":"no"}}' });
    await expect(ask(accessOf('key-a'))).rejects.toMatchObject({ kind: 'unauthorized' });
    theirs.play({ kind: 'stream', parts: [sse(textFrames('torn')).subarray(0, 40)], then: 'cut' });
    await expect(ask(accessOf('key-a'))).rejects.toMatchObject({ kind: 'connection' });
    theirs.play({ kind: 'stream', parts: ['data: {}\n\n'], then: 'hang' });
    const stop = new AbortController();
    const asking = ask(accessOf('key-a'), stop.signal);
    const request = await theirs.received(3);
    const reason = new Error('halted');
    stop.abort(reason);
    await expect(asking).rejects.toBe(reason);
    await request.closed;
    expect(request.aborted).toBe(true);
  });
});
