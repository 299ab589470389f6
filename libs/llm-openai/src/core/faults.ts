import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import {
  asCount,
  asRecord,
  asText,
  ModelFault,
  retryAfterMs,
  type ModelFaultKind,
} from '@vance/llm';

const OVERFLOW =
  /context[ _-]?length|context[ _-]?window|context[ _-]?size|maximum context|too many tokens|prompt is too long|input is too long|reduce the length/i;
const OVERLOAD = /overload|at capacity|temporarily unavailable|try again later|engine is busy/i;
const RATE = /rate[ _-]?limit|too many requests|resource_exhausted/i;
const QUOTA = /insufficient_quota|exceeded your current quota|billing/i;
const AUTH = /authentication|permission|invalid_api_key|unauthorized/i;
const INVALID = /invalid_request|bad_request|invalid request/i;

/** What a server says about itself, in words: its message, type and code, joined. */
function words(error: unknown): string {
  const record = asRecord(error);
  if (!record) return asText(error);
  const code = record['code'];
  return [record['message'], record['type'], typeof code === 'number' ? String(code) : code]
    .map(asText)
    .filter((part) => part !== '')
    .join(' · ');
}

/** Status code → kind, where the code alone decides. */
const KIND_OF_STATUS: Readonly<Record<number, ModelFaultKind>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'unknown-model',
  408: 'timeout',
  409: 'server',
  413: 'context-overflow',
  425: 'server',
  429: 'rate-limited',
  503: 'overloaded',
  529: 'overloaded',
};

function kindOfStatus(status: number, said: string): ModelFaultKind {
  if (status === 429 && QUOTA.test(said)) return 'rejected';
  const known = KIND_OF_STATUS[status];
  if (known) return known;
  if (OVERFLOW.test(said)) return 'context-overflow';
  if (status >= 500) return OVERLOAD.test(said) ? 'overloaded' : 'server';
  return 'rejected';
}

function kindOfWords(said: string): ModelFaultKind {
  if (OVERFLOW.test(said)) return 'context-overflow';
  if (QUOTA.test(said)) return 'rejected';
  if (OVERLOAD.test(said)) return 'overloaded';
  if (RATE.test(said)) return 'rate-limited';
  if (AUTH.test(said)) return 'unauthorized';
  if (INVALID.test(said)) return 'rejected';
  return 'server';
}

/** The fault that an `error` value inside a 200 answer stands for: it has no status, only words. */
export function faultOfErrorFrame(error: unknown): ModelFault {
  const said = words(error);
  const code = asCount(asRecord(error)?.['code']);
  const status = code !== undefined && code >= 400 && code < 600 ? code : undefined;
  const kind = status === undefined ? kindOfWords(said) : kindOfStatus(status, said);
  return new ModelFault(kind, `the stream carried an error: ${said || 'unnamed'}`, {
    ...(status === undefined ? {} : { status }),
  });
}

/** Whether sealed thoughts of the history were refused, as they are under the key of another organisation. */
export const refusesThoughts = ({ kind, message }: ModelFault): boolean =>
  kind === 'rejected' && /encrypted[ _]content/i.test(message);

/** Translates what the openai package throws. Never carries a key: refusals of a key quote parts of it. */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  if (error instanceof APIConnectionTimeoutError) {
    return new ModelFault('timeout', 'the server did not answer in time', { cause: error });
  }
  if (error instanceof APIConnectionError) {
    const cause = error.cause instanceof Error ? error.cause : error;
    return new ModelFault('connection', `no connection to the model: ${cause.message}`, { cause });
  }
  if (error instanceof APIError && error.status !== undefined) return faultOfStatus(error);
  return new ModelFault('rejected', `the request failed: ${String(error)}`, { cause: error });
}

function faultOfStatus(error: APIError): ModelFault {
  const status = error.status ?? 0;
  const said = words(error.error) || error.message;
  const kind = kindOfStatus(status, said);
  const wait = retryAfterMs((name) => error.headers?.get(name));
  const message = kind === 'unauthorized' ? 'the key was refused' : said.slice(0, 500);
  return new ModelFault(kind, `the model answered ${status}: ${message}`, {
    status,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}
