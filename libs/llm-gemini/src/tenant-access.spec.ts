import { ModelAccess } from '@vance/llm';
import { helloTo, RecordingObserver } from '@vance/llm/testing';
import { gemini, ScriptedModelServer } from '@vance/testing';
import { GeminiProvider } from './gemini-provider';

const { sse, textFrames } = gemini;

let platform: ScriptedModelServer;
let theirs: ScriptedModelServer;
const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>((...args) => fetch(...args));

beforeEach(async () => {
  fetched.mockClear();
  platform = await ScriptedModelServer.start();
  theirs = await ScriptedModelServer.start();
});
afterEach(async () => {
  await platform.close();
  await theirs.close();
});

const accessOf = (apiKey: string) =>
  new ModelAccess(apiKey, { baseUrl: theirs.geminiUrl, fetch: fetched });
const ask = (
  provider: GeminiProvider,
  access?: ModelAccess,
  signal = new AbortController().signal,
) =>
  provider.ask(
    helloTo('gemini-2.5-pro', { signal, ...(access === undefined ? {} : { access }) }),
    new RecordingObserver(),
  );
const keysAt = ({ requests }: ScriptedModelServer) =>
  requests.map(({ headers }) => headers['x-goog-api-key']);

describe('a question with a tenant’s key', () => {
  it('goes to its server by its fetch, and the platform’s to the platform’s', async () => {
    const provider = new GeminiProvider({ baseUrl: platform.geminiUrl, apiKey: 'platform-key' });
    theirs.playStream(sse(textFrames('Theirs.')));
    theirs.playStream(sse(textFrames('Again.')));
    platform.playStream(sse(textFrames('Ours.')));
    expect((await ask(provider, accessOf('key-a'))).turn.text).toBe('Theirs.');
    expect((await ask(provider, accessOf('key-b'))).turn.text).toBe('Again.');
    expect((await ask(provider)).turn.text).toBe('Ours.');
    expect(keysAt(theirs)).toEqual(['key-a', 'key-b']);
    expect(keysAt(platform)).toEqual(['platform-key']);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('is all that can be asked where the platform has none', async () => {
    const provider = new GeminiProvider({ baseUrl: platform.geminiUrl });
    expect(provider.needsAccess).toBe(true);
    await expect(ask(provider)).rejects.toMatchObject({ kind: 'not-configured' });
    theirs.playStream(sse(textFrames('Theirs.')));
    expect((await ask(provider, accessOf('key-a'))).turn.text).toBe('Theirs.');
    expect(platform.requests).toHaveLength(0);
  });

  it('ends with its signal', async () => {
    const provider = new GeminiProvider({ baseUrl: platform.geminiUrl });
    theirs.play({ kind: 'stream', parts: ['data: {}\n\n'], then: 'hang' });
    const stop = new AbortController();
    const asking = ask(provider, accessOf('key-a'), stop.signal);
    const request = await theirs.received(1);
    const reason = new Error('halted');
    stop.abort(reason);
    await expect(asking).rejects.toBe(reason);
    await request.closed;
    expect(request.aborted).toBe(true);
  });
});
