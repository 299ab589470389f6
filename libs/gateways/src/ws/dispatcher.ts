import { Injectable, Logger } from '@nestjs/common';
import { badRequest, DomainError, forbidden } from '@vance/kernel';
import type { z } from 'zod';
import {
  mayCall,
  wsRequests,
  type WsErrorBody,
  type WsPayload,
  type WsRequestName,
} from '@vance/protocol';
import { Metrics } from '@vance/observability';
import { Authenticator } from '@vance/tenancy';
import { Patience } from '../readiness/patience';
import { findJsonFault } from '../http/json-hygiene';
import { parseOrRefuse, refusal } from '../http/zod-faults';
import type { Connection } from './connection';
import type { SocketAnswer } from './handler';
import { HandlerRegistry } from './handler-registry';
import { toWireError } from './wire-error';

type Reply =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: WsErrorBody };
type Acknowledge = (reply: Reply) => void;

/** A payload may have so many bytes; a larger one is answered, not served. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** Takes every event of every socket: checks, calls the one handler, acknowledges. Nothing thrown leaves it. */
@Injectable()
export class Dispatcher {
  private readonly log = new Logger(Dispatcher.name);

  constructor(
    private readonly registry: HandlerRegistry,
    private readonly authenticator: Authenticator,
    private readonly metrics: Metrics,
    private readonly patience: Patience,
  ) {}

  /** @param bytes size of the packet as it came */
  async dispatch(
    connection: Connection,
    event: string,
    args: readonly unknown[],
    bytes: number,
  ): Promise<void> {
    const last = args.at(-1);
    // Nobody to answer: a request without an acknowledgement is not one of ours.
    if (!isAcknowledge(last)) return;
    try {
      if (bytes > MAX_PAYLOAD_BYTES)
        throw new DomainError('PAYLOAD_TOO_LARGE', 'The payload is larger than 1 MiB.', {
          status: 413,
        });
      const answer = await this.patience.run(() =>
        this.serve(connection, event, args.slice(0, -1)),
      );
      last({ ok: true, data: answer.data });
      this.count(event, 'ok');
      answer.afterAck?.();
    } catch (error) {
      const { body, fault } = toWireError(error);
      this.count(event, body.code);
      if (fault !== undefined)
        this.log.error({
          msg: 'a socket request failed',
          event,
          connectionId: connection.id,
          err: fault,
        });
      last({ ok: false, error: body });
    }
  }

  /** Names a client may have made up stay out of the metrics. */
  private count(event: string, outcome: string): void {
    const known = this.registry.find(event) === undefined ? 'unknown' : event;
    this.metrics.socketRequests.inc({ event: known, outcome });
  }

  private async serve(
    connection: Connection,
    event: string,
    payloads: readonly unknown[],
  ): Promise<SocketAnswer<WsRequestName>> {
    const bound = this.registry.find(event);
    if (bound === undefined) throw badRequest('There is no such request.');
    if (payloads.length !== 1)
      throw refusal([{ path: '', message: 'a request has exactly one payload' }], 'request');
    const fault = findJsonFault(payloads[0]);
    if (fault) throw refusal([fault], 'payload');
    const schema: z.ZodType<WsPayload<WsRequestName>> = wsRequests[bound.event].payload;
    const payload = parseOrRefuse(schema, payloads[0], 'payload');
    connection.principal = await this.authenticator.verify(connection.token);
    if (!mayCall(bound.permission, connection.principal.roles)) throw forbidden();
    return bound.handler.handle(connection, payload);
  }
}

function isAcknowledge(value: unknown): value is Acknowledge {
  return typeof value === 'function';
}
