import { request } from 'node:http';

/** What a raw call answered. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** Asks for a path exactly as it is written: `fetch` would tidy up `..` and encode the rest before it sends. */
export function rawCall(
  url: string,
  {
    method,
    path,
    token,
    body,
    type = 'text/plain',
  }: {
    readonly method: string;
    readonly path: string;
    readonly token: string;
    readonly body?: string;
    readonly type?: string;
  },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined
      ? {}
      : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
