import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { DomainError, forbidden } from '@vance/kernel';
import { httpRoutes, mayCall, type RouteName } from '@vance/protocol';
import { Authenticator } from '@vance/tenancy';
import { Patience } from '../readiness/patience';
import { ROUTE } from './endpoint';
import { stateOf } from './request-state';

/** The guard before every handler: no declared route, no entry; else a valid token with a sufficient role. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly patience: Patience,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.reflector.get<RouteName | undefined>(ROUTE, context.getHandler());
    if (name === undefined) throw forbidden('This handler declares no permission.');
    const { permission } = httpRoutes[name];
    const request = context.switchToHttp().getRequest<Request>();
    const state = stateOf(request);
    state.route = name;
    if (permission === 'public') return true;
    const token = bearerOf(request);
    state.token = token;
    const principal = await this.patience.run(() => this.authenticator.verify(token));
    state.principal = principal;
    if (!mayCall(permission, principal.roles)) throw forbidden();
    return true;
  }
}

/** The token of an `Authorization: Bearer …` header. @throws DomainError UNAUTHENTICATED */
function bearerOf(request: Request): string {
  const [, token] =
    /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined)
    throw new DomainError('UNAUTHENTICATED', 'Send a bearer token.', { status: 401 });
  return token;
}
