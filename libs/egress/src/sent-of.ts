import type { Sent } from './core/redirect';

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

/** What `fetch(input, init)` sends first. @throws TypeError for a body that cannot be sent twice */
export async function sentOf(
  input: string | URL | Request,
  init: RequestInit,
  check: (text: string) => URL,
): Promise<Sent> {
  const request = input instanceof Request ? input : null;
  const url = check(request?.url ?? String(input));
  const method = (init.method ?? request?.method ?? 'GET').toUpperCase();
  const given = new Headers(init.headers ?? request?.headers);
  if (init.body instanceof URLSearchParams && !given.has('content-type'))
    given.set('content-type', FORM);
  const headers = [...given];
  const body = bodyOf(init.body) ?? (await bytesOf(request));
  return { url, method, headers, ...(body === undefined ? {} : { body }) };
}

function bodyOf(body: RequestInit['body']): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError('a body is text or bytes here: it may have to be sent again');
}

async function bytesOf(request: Request | null): Promise<Uint8Array | undefined> {
  if (!request?.body) return undefined;
  return new Uint8Array(await request.arrayBuffer());
}
