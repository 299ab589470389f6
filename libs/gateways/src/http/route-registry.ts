import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants';
import { httpRoutes, type RouteName } from '@vance/protocol';
import { ROUTE } from './endpoint';

/** Verifies at the start that every route of the table has exactly one handler, and every handler its route. */
@Injectable()
export class RouteRegistry implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const handlers = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype: Record<string, unknown> = metatype.prototype;
      return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
        const handler = prototype[method];
        if (typeof handler !== 'function' || !Reflect.hasMetadata(PATH_METADATA, handler))
          return [];
        const route = this.reflector.get<RouteName | undefined>(ROUTE, handler);
        return [{ where: `${metatype.name}.${method}`, route }];
      });
    });
    const faults = routeFaults(Object.keys(httpRoutes), handlers);
    if (faults.length > 0)
      throw new Error(`the route table is not served:\n  ${faults.join('\n  ')}`);
  }
}

/** What is wrong between the table and its handlers, in words. */
export function routeFaults(
  table: readonly string[],
  handlers: readonly { readonly where: string; readonly route: string | undefined }[],
): readonly string[] {
  const undeclared = handlers
    .filter(({ route }) => route === undefined)
    .map(({ where }) => `${where} is no entry of the route table: use @Endpoint(name)`);
  const counted = table.flatMap((name) => {
    const found = handlers.filter(({ route }) => route === name).map(({ where }) => where);
    if (found.length === 1) return [];
    return found.length === 0
      ? [`${name} has no handler: add one with @Endpoint('${name}')`]
      : [`${name} has ${found.length} handlers: ${found.join(', ')}`];
  });
  return [...undeclared, ...counted];
}
