import { asList, asRecord, retryAfterMs } from '@vance/llm';

type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` whose refusals say in their body how long to wait. The package drops the headers of a refusal, and servers
 * between us and Google's say it there only.
 */
export function tellingWaits(fetch: Fetch = globalThis.fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.ok) return response;
    const wait = retryAfterMs((name) => response.headers.get(name));
    return wait === undefined ? response : withRetryInfo(response, wait);
  };
}

async function withRetryInfo(response: Response, waitMs: number): Promise<Response> {
  const text = await response.text();
  const error = errorIn(text) ?? { message: text.slice(0, 500) };
  const info = {
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay: `${waitMs / 1000}s`,
  };
  const body = { error: { ...error, details: [...asList(error['details']), info] } };
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

function errorIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asRecord(asRecord(JSON.parse(text))?.['error']);
  } catch {
    return undefined;
  }
}
