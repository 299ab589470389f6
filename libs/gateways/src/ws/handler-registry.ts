import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { wsRequests, type Permission, type WsRequestName } from '@vance/protocol';
import { REQUEST, type RequestBinding, type SocketHandler } from './handler';

/** A request's handler with the permission it declares. */
export interface BoundHandler {
  readonly event: WsRequestName;
  readonly permission: Permission;
  readonly handler: SocketHandler<WsRequestName>;
}

/** Finds the handlers of socket requests and verifies that each request of the protocol has exactly one. */
@Injectable()
export class HandlerRegistry implements OnModuleInit {
  private readonly handlers = new Map<string, BoundHandler>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const found = this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      const binding =
        typeof metatype === 'function'
          ? this.reflector.get<RequestBinding | undefined>(REQUEST, metatype)
          : undefined;
      return binding && isHandler(instance) ? [{ ...binding, handler: instance }] : [];
    });
    const faults = handlerFaults(found.map(({ event }) => event));
    if (faults.length > 0)
      throw new Error(`the socket's requests are not served:\n  ${faults.join('\n  ')}`);
    for (const bound of found) this.handlers.set(bound.event, bound);
  }

  find(event: string): BoundHandler | undefined {
    return this.handlers.get(event);
  }

  /** Every request with its permission, for the tenant matrix. */
  all(): readonly BoundHandler[] {
    return [...this.handlers.values()];
  }
}

/** What is wrong between the protocol's requests and their handlers, in words. */
export function handlerFaults(found: readonly string[]): readonly string[] {
  return Object.keys(wsRequests).flatMap((event) => {
    const count = found.filter((name) => name === event).length;
    if (count === 1) return [];
    return [
      count === 0
        ? `${event} has no handler: add one with @HandlesRequest('${event}', …)`
        : `${event} has ${count} handlers`,
    ];
  });
}

function isHandler(value: unknown): value is SocketHandler<WsRequestName> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'handle' in value &&
    typeof value.handle === 'function'
  );
}
