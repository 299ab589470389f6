import {
  Injectable,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { notFound } from '@vance/kernel';
import type { WsPayload } from '@vance/protocol';
import {
  brainChannel,
  readMessage,
  Realtime,
  toolInvocationSchema,
  type ToolInvocation,
  type ToolReply,
  type Unsubscribe,
} from '@vance/realtime';
import { BrainPresence } from '@vance/think-process';
import type { Connection } from '../ws/connection';
import { ConnectionRegistry } from '../ws/connection-registry';

interface PendingCall {
  readonly connection: Connection;
  readonly replyTo: string;
  readonly timer: NodeJS.Timeout;
  readonly forgetFarewell: () => void;
}

/** A worker stops waiting at the deadline; the call is remembered a little longer, for its late answer. */
const GRACE_MS = 1_000;

/** Passes a worker's call to the one connection it names, and that connection's answer back. */
@Injectable()
export class ClientToolRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly pending = new Map<string, PendingCall>();
  private unsubscribe: Unsubscribe | undefined;

  constructor(
    private readonly realtime: Realtime,
    private readonly connections: ConnectionRegistry,
    private readonly brain: BrainPresence,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.realtime.subscribe(brainChannel(this.brain.brainId), (text) => {
      const invocation = readMessage(toolInvocationSchema, text);
      if (invocation) this.invoke(invocation);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const callId of [...this.pending.keys()]) this.settle(callId, { outcome: 'gone' });
    await this.unsubscribe?.();
  }

  /** A client's answer. @throws DomainError NOT_FOUND when this connection was not asked */
  answer(
    connection: Connection,
    { callId, ok, result, error }: WsPayload<'client-tool-result'>,
  ): void {
    if (this.pending.get(callId)?.connection !== connection) throw notFound('call');
    this.settle(
      callId,
      ok ? { outcome: 'ok', result } : { outcome: 'failed', error: textOfError(error) },
    );
  }

  private invoke({ callId, connectionId, replyTo, ...call }: ToolInvocation): void {
    const connection = this.connections.find(connectionId);
    if (connection === undefined) {
      this.reply(replyTo, { callId, outcome: 'gone' });
      return;
    }
    // A call is asked once, however often it is announced.
    if (this.pending.has(callId)) return;
    const timer = setTimeout(() => this.forget(callId), call.deadlineMs + GRACE_MS).unref();
    const forgetFarewell = connection.onGone(() => this.settle(callId, { outcome: 'gone' }));
    this.pending.set(callId, { connection, replyTo, timer, forgetFarewell });
    connection.socket.emit('client-tool-invoke', { callId, ...call });
  }

  private settle(callId: string, reply: Omit<ToolReply, 'callId'>): void {
    const call = this.forget(callId);
    if (call) this.reply(call.replyTo, { callId, ...reply });
  }

  private forget(callId: string): PendingCall | undefined {
    const call = this.pending.get(callId);
    if (!call) return undefined;
    this.pending.delete(callId);
    clearTimeout(call.timer);
    call.forgetFarewell();
    return call;
  }

  private reply(channel: string, reply: ToolReply): void {
    this.realtime.publish(channel, JSON.stringify(reply));
  }
}

function textOfError(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'message' in error)
    return String(error.message);
  return error === undefined ? '' : JSON.stringify(error);
}
