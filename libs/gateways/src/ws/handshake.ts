import { Injectable, Logger } from '@nestjs/common';
import type { Socket } from 'socket.io';
import { DomainError } from '@vance/kernel';
import { handshakeSchema, mayCall, PROTOCOL_VERSION } from '@vance/protocol';
import { Authenticator } from '@vance/tenancy';
import { parseOrRefuse } from '../http/zod-faults';
import type { Handshake } from './connection';
import { toWireError } from './wire-error';

/** Decides who may connect. Runs on every connect: socket.io's own recovery is off, so nothing skips it. */
@Injectable()
export class HandshakeCheck {
  private readonly log = new Logger(HandshakeCheck.name);
  private readonly proven = new WeakMap<Socket, Handshake>();

  constructor(private readonly authenticator: Authenticator) {}

  /** @throws DomainError UNAUTHENTICATED, PROTOCOL_VERSION_UNSUPPORTED or BAD_REQUEST */
  async check(auth: unknown): Promise<Handshake> {
    const token = fieldOf(auth, 'token');
    if (typeof token !== 'string' || token === '')
      throw new DomainError('UNAUTHENTICATED', 'The handshake needs a token.', { status: 401 });
    const principal = await this.authenticator.verify(token);
    if (!mayCall('signed-in', principal.roles))
      throw new DomainError('UNAUTHENTICATED', 'This account may not connect.', { status: 401 });
    if (fieldOf(auth, 'protocolVersion') !== PROTOCOL_VERSION)
      throw new DomainError(
        'PROTOCOL_VERSION_UNSUPPORTED',
        `This server speaks protocol version ${PROTOCOL_VERSION}.`,
        { status: 400, data: { supported: [PROTOCOL_VERSION] } },
      );
    const { profile } = parseOrRefuse(handshakeSchema, auth, 'handshake');
    return { token, principal, profile };
  }

  /** The error that becomes the client's `connect_error`, with the code in its `data`. */
  refusal(error: unknown): Error {
    const { body, fault } = toWireError(error);
    if (fault !== undefined) this.log.error({ msg: 'a handshake failed', err: fault });
    const { message, ...data } = body;
    return Object.assign(new Error(message), { data });
  }

  remember(socket: Socket, handshake: Handshake): void {
    this.proven.set(socket, handshake);
  }

  recall(socket: Socket): Handshake | undefined {
    return this.proven.get(socket);
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
