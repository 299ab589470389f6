import type { z } from 'zod';
import type { Permission } from './permission';
import type { ErrorCode } from './problem';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a request carries: a JSON value by schema, or text as it is. */
export type BodySpec =
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'text'; readonly mediaTypes: readonly string[] };

/** What a good answer is: JSON by schema, text, or nothing. */
export type AnswerSpec =
  | {
      readonly kind: 'json';
      readonly status: 200 | 201;
      readonly schema: z.ZodType;
      /** Also a live feed, for who accepts `text/event-stream`. */
      readonly streams?: true;
      /** Also a text of this media type; the summary says when. */
      readonly orText?: string;
    }
  | { readonly kind: 'text'; readonly status: 200; readonly mediaType: string }
  | { readonly kind: 'none'; readonly status: 204 };

/**
 * One route, complete: the server's router, guard and checks, the OpenAPI document and the tenant matrix
 * read the same entry. Path parameters stand in braces; `{path*}` takes the rest of the path.
 */
export interface RouteSpec {
  readonly method: HttpMethod;
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers the handler reads, and what for. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodySpec;
  readonly answer: AnswerSpec;
  /** Its answer holds a secret that is shown once, so it is kept for no `Idempotency-Key`. */
  readonly showsSecret?: true;
  /** Codes beside those every route of its kind may give (`errorsOf`). */
  readonly errors?: readonly ErrorCode[];
}

/** The parsed input of a route's handler. */
export interface RouteInput<R extends RouteSpec> {
  readonly params: R extends { params: infer P extends z.ZodType } ? z.output<P> : unknown;
  readonly query: R extends { query: infer Q extends z.ZodType } ? z.output<Q> : unknown;
  readonly body: R extends { body: { kind: 'json'; schema: infer B extends z.ZodType } }
    ? z.output<B>
    : R extends { body: { kind: 'text' } }
      ? string
      : undefined;
}

/** What a route's handler answers with. */
export type RouteAnswer<R extends RouteSpec> = R['answer'] extends {
  kind: 'json';
  schema: infer A extends z.ZodType;
}
  ? z.input<A>
  : unknown;

/** All codes a route may answer with. */
export function errorsOf(route: RouteSpec): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['BAD_REQUEST', ...(route.errors ?? []), 'INTERNAL', 'UNAVAILABLE'];
  // An address may be too long, too.
  codes.push('PAYLOAD_TOO_LARGE');
  if (route.permission !== 'public') codes.push('UNAUTHENTICATED', 'FORBIDDEN');
  if (route.params) codes.push('NOT_FOUND');
  if (route.body) codes.push('UNSUPPORTED_MEDIA_TYPE');
  if (takesIdempotencyKey(route)) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS');
  return [...new Set(codes)];
}

/** Mutating POSTs honour `Idempotency-Key`, where the answer may be stored. */
export function takesIdempotencyKey(route: RouteSpec): boolean {
  return (
    route.method === 'POST' &&
    route.permission !== 'public' &&
    route.permission !== 'signed-in' &&
    !route.showsSecret
  );
}
