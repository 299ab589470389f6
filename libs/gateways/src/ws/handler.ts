import { SetMetadata } from '@nestjs/common';
import type { Permission, WsData, WsPayload, WsRequestName } from '@vance/protocol';
import type { Connection } from './connection';

/** What a handler answers; `afterAck` runs in the same tick as the acknowledgement, right behind it. */
export interface SocketAnswer<N extends WsRequestName> {
  readonly data: WsData<N>;
  readonly afterAck?: () => void;
}

/** Handles one request of the socket. Its payload is checked by the protocol's schema before. */
export interface SocketHandler<N extends WsRequestName> {
  handle(connection: Connection, payload: WsPayload<N>): Promise<SocketAnswer<N>>;
}

/** What `@HandlesRequest` notes on a class. */
export interface RequestBinding {
  readonly event: WsRequestName;
  readonly permission: Permission;
}

/** Under this key a handler class names its request. */
export const REQUEST = 'vance:request';

/** Makes a provider the handler of one socket request; found and verified at the start. */
export function HandlesRequest(event: WsRequestName, permission: Permission): ClassDecorator {
  return SetMetadata(REQUEST, { event, permission } satisfies RequestBinding);
}
