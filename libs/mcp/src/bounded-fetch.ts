/** `fetch` whose answers break off, like a lost connection, after so many bytes. */
export function boundedFetch(ask: typeof fetch, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await ask(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(atMost(maxBytes));
    return new Response(body, { status, statusText, headers });
  };
}

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) controller.error(new Error(`an answer of more than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
