import { boundedFetch } from './bounded-fetch';

describe('a bounded fetch', () => {
  const answering = (...parts: string[]) => {
    const sent: string[] = [];
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const part = parts.shift();
          if (part === undefined) return controller.close();
          sent.push(part);
          controller.enqueue(Buffer.from(part));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 's1' };
    const response = new Response(body, { status: 201, headers });
    return { sent, ask: () => Promise.resolve(response) };
  };

  it('hands on an answer as it came', async () => {
    const response = await boundedFetch(answering('{"a"', ':1}').ask, 7)('http://a.example');
    expect(response.status).toBe(201);
    expect(response.headers.get('mcp-session-id')).toBe('s1');
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('breaks a longer one off, and takes no more of it', async () => {
    const { sent, ask } = answering('12345', '67890', 'more', 'and more');
    const response = await boundedFetch(ask, 8)('http://a.example');
    await expect(response.text()).rejects.toThrow('an answer of more than 8 bytes');
    expect(sent).toEqual(['12345', '67890']);
  });

  it('leaves an answer without a body alone', async () => {
    const response = new Response(null, { status: 202 });
    const ask = () => Promise.resolve(response);
    expect(await boundedFetch(ask, 1)('http://a.example')).toBe(response);
  });
});
