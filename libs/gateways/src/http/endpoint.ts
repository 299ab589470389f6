import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
} from '@nestjs/common';
import type { Request } from 'express';
import {
  httpRoutes,
  type RouteAnswer,
  type RouteInput,
  type RouteName,
  type RouteOf,
} from '@vance/protocol';
import { principalOf, stateOf } from './request-state';

/** Under this key a handler names its entry in the route table. */
export const ROUTE = 'vance:route';

/** The parsed input of the route `N`: what `@Input()` gives. */
export type InputOf<N extends RouteName> = RouteInput<RouteOf<N>>;
/** What the handler of the route `N` answers. */
export type AnswerOf<N extends RouteName> = RouteAnswer<RouteOf<N>>;

/**
 * Makes a controller's method the handler of one route of the table: method, path, status, media type and
 * permission come from there. A handler without it is refused by the guard and fails the start.
 */
export function Endpoint(name: RouteName): MethodDecorator {
  const route = httpRoutes[name];
  return applyDecorators(
    RequestMapping({ method: RequestMethod[route.method], path: expressPath(route.path) }),
    SetMetadata(ROUTE, name),
    HttpCode(route.answer.status),
    ...(route.answer.kind === 'text'
      ? [Header('content-type', `${route.answer.mediaType}; charset=utf-8`)]
      : []),
  );
}

/** `/a/{id}/{rest*}` as Express spells it: `/a/:id/*rest`. */
export function expressPath(path: string): string {
  return path.replace(/\{(\w+)\*\}/g, '*$1').replace(/\{(\w+)\}/g, ':$1');
}

/** The request's params, query and body, parsed by the route's schemas. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return stateOf(context.switchToHttp().getRequest<Request>()).input;
});

/** The verified caller. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  principalOf(context.switchToHttp().getRequest<Request>()),
);
