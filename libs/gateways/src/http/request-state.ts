import type { Request } from 'express';
import { newId } from '@vance/kernel';
import type { RouteName } from '@vance/protocol';
import type { Principal } from '@vance/tenancy';

/** What the guard and the checks learned about a request, for its handler. */
export interface RequestState {
  readonly correlationId: string;
  route?: RouteName;
  token?: string;
  principal?: Principal;
  input?: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

const states = new WeakMap<Request, RequestState>();

/** The state of a request; made on first use, with the caller's correlation id when it is well formed. */
export function stateOf(request: Request): RequestState {
  let state = states.get(request);
  if (state === undefined) {
    const offered = request.headers['x-correlation-id'];
    const usable = typeof offered === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(offered);
    state = { correlationId: usable ? offered : newId('req') };
    states.set(request, state);
  }
  return state;
}

/** The verified caller. Only for handlers behind the guard. */
export function principalOf(request: Request): Principal {
  const { principal } = stateOf(request);
  if (principal === undefined) throw new TypeError('this route has no caller');
  return principal;
}

/** The caller's token, for whoever has to check it again later. Only for handlers behind the guard. */
export function tokenOf(request: Request): string {
  const { token } = stateOf(request);
  if (token === undefined) throw new TypeError('this route has no caller');
  return token;
}
