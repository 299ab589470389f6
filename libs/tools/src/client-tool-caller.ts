import { Injectable } from '@nestjs/common';
import { DomainError, newId } from '@vance/kernel';
import {
  Realtime,
  brainChannel,
  readMessage,
  replyChannel,
  toolReplySchema,
  type ToolInvocation,
  type ToolReply,
} from '@vance/realtime';

/** One call to one connection of the owner's. */
export interface ClientCall {
  readonly callId: string;
  readonly processId: string;
  readonly brainId: string;
  readonly connectionId: string;
  readonly name: string;
  readonly params: unknown;
  /** How long the client has, in milliseconds. */
  readonly deadlineMs: number;
}

/**
 * Asks clients to run their tools, by way of the brain that holds the connection. The brain takes an answer only from the
 * connection that was asked; here a reply counts once, and only for a call that waits.
 */
@Injectable()
export class ClientToolCaller {
  private readonly replyTo = replyChannel(newId('wrk'));
  private readonly waiting = new Map<string, (reply: ToolReply) => void>();
  private listening: Promise<unknown> | undefined;

  constructor(private readonly realtime: Realtime) {}

  /** Resolves with the client's reply; rejects when `signal` is aborted first. Never asks twice. */
  async call(call: ClientCall, signal: AbortSignal): Promise<ToolReply> {
    await this.listen();
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.waiting.delete(call.callId);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => {
        end();
        reject(signal.reason);
      };
      this.waiting.set(call.callId, (reply) => {
        end();
        resolve(reply);
      });
      signal.addEventListener('abort', onAbort, { once: true });
      if (this.ask(call)) return;
      end();
      reject(unreachable());
    });
  }

  private ask({ brainId, ...call }: ClientCall): boolean {
    const invocation: ToolInvocation = { ...call, replyTo: this.replyTo };
    return this.realtime.publish(brainChannel(brainId), JSON.stringify(invocation));
  }

  private async listen(): Promise<void> {
    this.listening ??= this.realtime.subscribe(this.replyTo, (text) => this.onReply(text));
    try {
      await this.listening;
    } catch (cause) {
      this.listening = undefined;
      throw unreachable(cause);
    }
  }

  private onReply(text: string): void {
    const reply = readMessage(toolReplySchema, text);
    if (reply !== undefined) this.waiting.get(reply.callId)?.(reply);
  }
}

function unreachable(cause?: unknown): DomainError {
  const message = 'The client cannot be reached now; it was not asked.';
  return new DomainError('CLIENT_UNREACHABLE', message, { status: 503, cause });
}
