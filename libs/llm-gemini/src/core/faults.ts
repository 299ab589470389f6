import { asCount, asList, asRecord, asText, ModelFault, type ModelFaultKind } from '@vance/llm';

const OVERFLOW =
  /token count[\s\S]*exceeds|exceeds the maximum number of tokens|context[ _-]?(length|window)|prompt is too long|input is too long/i;
const OVERLOAD = /overload|at capacity|try again later/i;
const BAD_KEY = /api[ _-]?key[ _-]?(not[ _-]?valid|invalid|expired)/i;

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
  499: 'server',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
};

/** An error as Google's services write it (google.rpc.Status). */
interface Refusal {
  readonly message: string;
  readonly details: readonly Readonly<Record<string, unknown>>[];
}

/** The package puts the error's body, as JSON, into its own error's message. */
function refusalIn(message: string): Refusal {
  const from = message.indexOf('{');
  let value: unknown;
  try {
    value = from < 0 ? undefined : JSON.parse(message.slice(from));
  } catch {
    value = undefined;
  }
  const error = asRecord(asRecord(value)?.['error']);
  if (!error) return { message, details: [] };
  const details = asList(error['details']).flatMap((value) => {
    const detail = asRecord(value);
    return detail ? [detail] : [];
  });
  return { message: asText(error['message']), details };
}

const ofType = ({ details }: Refusal, type: string) =>
  details.filter((detail) => asText(detail['@type']).endsWith(`google.rpc.${type}`));

/** Milliseconds of a `RetryInfo`, whose delay is written as seconds, for example `34.5s`. */
export function retryDelayMs(refusal: Refusal): number | undefined {
  for (const { retryDelay } of ofType(refusal, 'RetryInfo')) {
    const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(asText(retryDelay)) ?? [];
    if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  }
  return undefined;
}

/** A quota that lasts for the day: asking again within this turn is vain. */
function isSpentForToday(refusal: Refusal): boolean {
  return ofType(refusal, 'QuotaFailure')
    .flatMap(({ violations }) => asList(violations))
    .some((violation) => /per_?day/i.test(asText(asRecord(violation)?.['quotaId'])));
}

function kindOf(status: number, refusal: Refusal): ModelFaultKind {
  const reasons = ofType(refusal, 'ErrorInfo').map(({ reason }) => asText(reason));
  if (BAD_KEY.test([refusal.message, ...reasons].join(' '))) return 'unauthorized';
  if (status === 429 && isSpentForToday(refusal)) return 'rejected';
  const known = KIND_OF_STATUS[status];
  if (known) return known;
  if (OVERFLOW.test(refusal.message)) return 'context-overflow';
  if (status >= 500) return OVERLOAD.test(refusal.message) ? 'overloaded' : 'server';
  return 'rejected';
}

/** Whether signatures of the history were refused, as they may be under another key. */
export const refusesSignatures = ({ kind, message }: ModelFault): boolean =>
  kind === 'rejected' && /thought[ _]?signature/i.test(message);

/** Translates what the package throws. Never carries a key: refusals of a key may quote it. */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  const status = statusOf(error);
  if (status !== undefined) return faultOfStatus(status, refusalIn((error as Error).message));
  const broken = chainOf(error).find(isBrokenConnection);
  if (broken) {
    const message = `the connection to the model broke: ${broken.message}`;
    return new ModelFault('connection', message, { cause: error });
  }
  return new ModelFault('rejected', `the request failed: ${String(error)}`, { cause: error });
}

function faultOfStatus(status: number, refusal: Refusal): ModelFault {
  const kind = kindOf(status, refusal);
  const wait = retryDelayMs(refusal);
  const said = kind === 'unauthorized' ? 'the key was refused' : refusal.message.slice(0, 500);
  return new ModelFault(kind, `the model answered ${status}: ${said}`, {
    status,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

/** The HTTP status of the package's ApiError, also of an error within a stream that began well. */
function statusOf(error: unknown): number | undefined {
  return error instanceof Error && error.name === 'ApiError' && 'status' in error
    ? asCount(error.status)
    : undefined;
}

interface Link {
  readonly name: string;
  readonly message: string;
  readonly code: string;
}

/** An error and what caused it. Not by `instanceof`: those of `fetch` may be of another realm. */
function chainOf(error: unknown): Link[] {
  const links: Link[] = [];
  let at: unknown = error;
  while (typeof at === 'object' && at !== null && links.length < 5) {
    const { name, message, code, cause } = at as Readonly<Record<string, unknown>>;
    links.push({ name: asText(name), message: asText(message), code: asText(code) });
    at = cause;
  }
  return links;
}

/** `fetch` says little about what broke; the package throws plain errors for a stream that was cut. */
function isBrokenConnection({ name, message, code }: Link): boolean {
  return (
    /^(E[A-Z]+|UND_ERR_\w+)$/.test(code) ||
    /^(fetch failed|terminated|other side closed)$/.test(message) ||
    /^(Incomplete JSON segment|exception parsing stream chunk)/.test(message) ||
    name === 'SyntaxError' ||
    name === 'AbortError'
  );
}
