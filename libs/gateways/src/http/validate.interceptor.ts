import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { httpRoutes, type RouteName } from '@vance/protocol';
import { Patience } from '../readiness/patience';
import { ROUTE } from './endpoint';
import { readInput } from './read-input';
import { stateOf } from './request-state';

/** Parses params, query and body by the route's schemas before the handler sees them. */
@Injectable()
export class ValidateInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly patience: Patience,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const name = this.reflector.get<RouteName | undefined>(ROUTE, context.getHandler());
    if (name !== undefined) {
      const request = context.switchToHttp().getRequest<Request>();
      const body: unknown = request.body;
      stateOf(request).input = readInput(httpRoutes[name], {
        params: request.params,
        query: request.query,
        contentType: request.headers['content-type'],
        body: Buffer.isBuffer(body) && body.length > 0 ? body : undefined,
      });
    }
    // A live feed has no end to wait for.
    if (name === undefined || name === 'listEvents') return next.handle();
    return from(this.patience.run<unknown>(() => lastValueFrom(next.handle())));
  }
}
