import { type DynamicModule, type InjectionToken, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { ForeignAccess } from './access/foreign-access';
import { Possessions } from './access/possessions';
import { BrainPresenceStarter } from './client-tools/brain-presence-starter';
import { ClientToolDesk } from './client-tools/client-tool-desk';
import { ClientToolRelay } from './client-tools/client-tool-relay';
import { controllers } from './controllers';
import { EventPages } from './feed/event-pages';
import { EventRows } from './feed/event-rows';
import { EventStreams } from './feed/event-streams';
import { FeedHub } from './feed/feed-hub';
import { AccessGuard } from './http/access.guard';
import { IdempotencyInterceptor } from './http/idempotency.interceptor';
import { ProblemFilter } from './http/problem.filter';
import { RouteRegistry } from './http/route-registry';
import { ValidateInterceptor } from './http/validate.interceptor';
import { Quotas } from './limits/quotas';
import { Patience } from './readiness/patience';
import { Readiness, READINESS_CHECKS, type ReadinessCheck } from './readiness/readiness';
import { MessageDoor } from './sessions/message-door';
import { SessionMaker } from './sessions/session-maker';
import { ConnectionRegistry } from './ws/connection-registry';
import { ConnectionWatch } from './ws/connection-watch';
import { Dispatcher } from './ws/dispatcher';
import { HandlerRegistry } from './ws/handler-registry';
import { socketHandlers } from './ws/handlers';
import { HandshakeCheck } from './ws/handshake';
import { SessionRooms } from './ws/session-rooms';
import { SocketServer } from './ws/socket-server';
import { TenantSwitches } from './ws/tenant-switches';

/** Every request passes these, in this order: guard, checks, key; whatever is thrown ends in the filter. */
const pipeline: Provider[] = [
  { provide: APP_GUARD, useClass: AccessGuard },
  { provide: APP_INTERCEPTOR, useClass: ValidateInterceptor },
  { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  { provide: APP_FILTER, useClass: ProblemFilter },
];

const services: Provider[] = [
  Possessions,
  ForeignAccess,
  Quotas,
  SessionMaker,
  MessageDoor,
  RouteRegistry,
  Readiness,
  Patience,
  EventRows,
  EventPages,
  EventStreams,
  FeedHub,
  BrainPresenceStarter,
  ClientToolDesk,
  ClientToolRelay,
  ConnectionRegistry,
  ConnectionWatch,
  Dispatcher,
  HandlerRegistry,
  HandshakeCheck,
  SessionRooms,
  SocketServer,
  TenantSwitches,
];

/**
 * REST and sockets. Needs the domain's modules beside it: data, realtime, tenancy, documents, tools, think-process
 * (for a brain), plan-mode, the model catalogue, configuration and observability.
 */
@Module({})
export class GatewaysModule {
  /** @param checks what must answer for the server to be ready */
  static forRoot(checks: {
    readonly inject: readonly InjectionToken[];
    readonly make: (...services: never[]) => readonly ReadinessCheck[];
  }): DynamicModule {
    return {
      module: GatewaysModule,
      imports: [DiscoveryModule],
      controllers: [...controllers],
      providers: [
        ...pipeline,
        ...services,
        ...socketHandlers,
        { provide: READINESS_CHECKS, inject: [...checks.inject], useFactory: checks.make },
      ],
    };
  }
}
