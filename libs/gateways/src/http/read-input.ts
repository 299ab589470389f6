import { DomainError } from '@vance/kernel';
import type { BodySpec, RouteSpec } from '@vance/protocol';
import { parseJson } from './json-hygiene';
import { parseOrRefuse, refusal } from './zod-faults';

/** A request as far as its input goes; what Express gives, without Express. */
export interface RawInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly contentType: string | undefined;
  /** Undefined when the request had no body. */
  readonly body: Buffer | undefined;
}

/** Checks a request against its route. @throws DomainError BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE */
export function readInput(
  route: RouteSpec,
  raw: RawInput,
): { params: unknown; query: unknown; body: unknown } {
  return {
    params: route.params ? parseOrRefuse(route.params, joined(raw.params), 'path') : {},
    query: readQuery(route, raw.query),
    body: readBody(route.body, raw),
  };
}

/** The rest of a path comes as segments. */
function joined(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  );
}

function readQuery(route: RouteSpec, query: Readonly<Record<string, unknown>>): unknown {
  if (route.query) return parseOrRefuse(route.query, { ...query }, 'query');
  const [surplus] = Object.keys(query);
  // Probes of platforms add what they like.
  if (surplus !== undefined && route.permission !== 'public')
    throw refusal([{ path: surplus, message: 'unknown parameter' }], 'query');
  return {};
}

function readBody(spec: BodySpec | undefined, raw: RawInput): unknown {
  if (spec === undefined) {
    if (raw.body !== undefined && !isEmptyJson(raw.body))
      throw refusal([{ path: '', message: 'this route takes no body' }], 'body');
    return undefined;
  }
  const media = raw.contentType?.split(';', 1)[0]?.trim().toLowerCase();
  const accepted = spec.kind === 'json' ? ['application/json'] : spec.mediaTypes;
  if (raw.body !== undefined && (media === undefined || !accepted.includes(media)))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', `Send ${accepted.join(' or ')}.`, {
      status: 415,
    });
  const text = raw.body === undefined ? '' : decode(raw.body);
  if (spec.kind === 'text') return text;
  return parseOrRefuse(spec.schema, text === '' ? {} : parseJson(text), 'body');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw refusal([{ path: '', message: 'not valid UTF-8' }], 'body');
  }
}

function isEmptyJson(body: Buffer): boolean {
  return body.length <= 8 && /^\s*(\{\s*\})?\s*$/.test(body.toString('latin1'));
}
