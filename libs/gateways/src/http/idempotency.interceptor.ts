import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { httpRoutes, takesIdempotencyKey, type RouteName } from '@vance/protocol';
import { Idempotency } from '@vance/tenancy';
import { ROUTE } from './endpoint';
import { principalOf } from './request-state';
import { refusal } from './zod-faults';

/** Mutating POSTs with an `Idempotency-Key`: done once, and the first answer is given again. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly idempotency: Idempotency,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const name = this.reflector.get<RouteName | undefined>(ROUTE, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    if (name === undefined || key === undefined || !takesIdempotencyKey(httpRoutes[name]))
      return next.handle();
    return from(this.once(name, key, request, next));
  }

  private async once(
    name: RouteName,
    key: string | readonly string[],
    request: Request,
    next: CallHandler,
  ): Promise<unknown> {
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
      throw refusal(
        [{ path: 'Idempotency-Key', message: '1 to 200 visible ASCII characters' }],
        'header',
      );
    const { scope, userId } = principalOf(request);
    const raw: unknown = request.body;
    const body = Buffer.isBuffer(raw) ? raw.toString('latin1') : '';
    const route = `${request.method} ${request.path}`;
    const { status } = httpRoutes[name].answer;
    const answer = await this.idempotency.run(scope, { key, userId, route, body }, async () => {
      const result: unknown = await lastValueFrom(next.handle());
      return { status, body: result === undefined ? '' : JSON.stringify(result) };
    });
    const replay: unknown = answer.body === '' ? undefined : JSON.parse(answer.body);
    return replay;
  }
}
