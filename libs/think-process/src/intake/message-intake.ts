import { Injectable } from '@nestjs/common';
import {
  assertRoom,
  ChatMessageRepository,
  type InboxMessage,
  type OutboxEntry,
  type ProcessDocument,
  type ProcessPatch,
  ProcessRepository,
  RESTING,
} from '@vance/data';
import {
  conflict,
  derivedId,
  failpoint,
  notFound,
  type TenantScope,
  wellFormed,
} from '@vance/kernel';
import type { EventDraft, MessageMeta } from '@vance/protocol';
import { Drainer } from '../projector/drainer';
import { Projector } from '../projector/projector';
import { DirectStart } from '../wake/direct-start';
import { TurnWaker } from '../wake/turn-waker';
import { chatEvent } from '../writer/build-entry';
import { ProcessWriter, type WriteDecision } from '../writer/process-writer';

/** A message to a process, before it is accepted. */
export interface IncomingMessage {
  /** The sender's own id: the same id is the same message (I1). */
  readonly clientMessageId: string;
  readonly content: string;
  /** The verified sender. */
  readonly userId: string;
  /** The plan version the sender saw, if the client says. */
  readonly seenPlanVersion?: number;
  /** `user` when absent. */
  readonly kind?: InboxMessage['kind'];
  readonly meta?: MessageMeta;
}

/** What a sender is told once the message is stored for good. */
export interface Acceptance {
  readonly messageId: string;
  /** Number of its event; 0 where that event is too old to be kept. */
  readonly seq: number;
  /** The message had been accepted before. */
  readonly duplicate: boolean;
}

/** The same sender's id always names the same message. */
export function messageIdOf(
  scope: TenantScope,
  processId: string,
  clientMessageId: string,
): string {
  return derivedId('msg', scope.tenantId, processId, clientMessageId);
}

/** The entry that announces a message: derived too, so its row is found long after. */
function entryIdOf(messageId: string): string {
  return derivedId('out', messageId);
}

/** Takes messages in: stored with majority and journal before anyone is told so, once however often they are sent. */
@Injectable()
export class MessageIntake {
  constructor(
    private readonly processes: ProcessRepository,
    private readonly messages: ChatMessageRepository,
    private readonly writer: ProcessWriter,
    private readonly projector: Projector,
    private readonly waker: TurnWaker,
    private readonly direct: DirectStart,
    private readonly drainer: Drainer,
  ) {}

  /** @throws DomainError NOT_FOUND, PROCESS_CLOSED (409), PROCESS_BUSY (429) */
  async accept(
    scope: TenantScope,
    processId: string,
    message: IncomingMessage,
  ): Promise<Acceptance> {
    const pause = failpoint('P0', processId);
    if (pause) await pause;
    const messageId = messageIdOf(scope, processId, message.clientMessageId);
    const left = this.direct.takeRested(scope, processId);
    const begun = left && (await this.startAtOnce(scope, left, messageId, message));
    if (begun) return begun;
    const process = this.asMade(left) ?? (await this.processes.find(scope, processId));
    if (process === null) throw notFound('process');
    if (await this.isInHistory(scope, process, messageId))
      return this.repeated(scope, process, messageId);
    const started = await this.startAtOnce(scope, process, messageId, message);
    if (started) return started;
    const outcome = await this.writer.write(
      scope,
      processId,
      (current) => decide(current, messageId, message),
      { seed: process },
    );
    switch (outcome.kind) {
      case 'changed': {
        const stored = failpoint('P1', processId);
        if (stored) await stored;
        this.waker.wake(outcome.process);
        const { seq } = await outcome.projected;
        return { messageId, seq, duplicate: false };
      }
      case 'unchanged':
        return this.repeated(scope, outcome.process, messageId);
      default:
        throw notFound('process');
    }
  }

  /** A process to which nothing was said when it was seen last: where that holds no longer, the write finds out. */
  private asMade(left: ProcessDocument | undefined): ProcessDocument | undefined {
    return left?.accepted === 0 && !this.direct.isOffered ? left : undefined;
  }

  /** How a message was acknowledged that had been accepted before; undefined for one that was not. */
  async acceptedBefore(
    scope: TenantScope,
    processId: string,
    clientMessageId: string,
  ): Promise<Acceptance | undefined> {
    const messageId = messageIdOf(scope, processId, clientMessageId);
    const process = await this.processes.find(scope, processId);
    if (process === null) return undefined;
    const isRepeat =
      isKnown(process, messageId) || (await this.isInHistory(scope, process, messageId));
    return isRepeat ? this.repeated(scope, process, messageId) : undefined;
  }

  /** A repeat that has left `recent` is in the history: nothing waits that long. */
  private async isInHistory(
    scope: TenantScope,
    process: ProcessDocument,
    messageId: string,
  ): Promise<boolean> {
    const hasForgotten = process.accepted > process.recent.length;
    return hasForgotten && (await this.messages.has(scope, messageId));
  }

  /** A process at rest, and the worker in this process has a place: message and lane in one write. */
  private async startAtOnce(
    scope: TenantScope,
    process: ProcessDocument,
    messageId: string,
    message: IncomingMessage,
  ): Promise<Acceptance | undefined> {
    if (!rests(process) || isKnown(process, messageId)) return undefined;
    const turn = this.direct.reserve(scope.tenantId);
    if (turn === undefined) return undefined;
    try {
      const incoming = incomingOf(process, messageId, message, [RUNNING]);
      const projected = [...this.drainer.waitingOf(process._id)];
      const taken = await this.processes.acceptAndTake(
        scope,
        process._id,
        process.accepted,
        incoming,
        { workerId: turn.workerId, projected },
      );
      if (taken === null) return undefined;
      this.drainer.taken(process._id, projected);
      const entryId = incoming.entry.id;
      this.projector.wrote(entryId);
      const stored = failpoint('P1', process._id) ?? failpoint('P3', process._id);
      if (stored) await stored;
      const row = this.projector.project(scope, taken, { upTo: entryId });
      turn.start(taken);
      const { seq } = await row;
      return { messageId, seq, duplicate: false };
    } finally {
      // Nothing, once the turn has started.
      turn.give();
    }
  }

  /** Stored already: makes sure that it is told too, and answers as the first time. */
  private async repeated(
    scope: TenantScope,
    process: ProcessDocument,
    messageId: string,
  ): Promise<Acceptance> {
    const entryId = entryIdOf(messageId);
    const waits = process.outbox.some((entry) => entry.id === entryId);
    const row = waits
      ? await this.projector.project(scope, process, { upTo: entryId })
      : await this.projector.rowOf(scope, entryId);
    this.waker.wake(process);
    return { messageId, seq: row?.seq ?? 0, duplicate: true };
  }
}

function decide(
  process: ProcessDocument,
  messageId: string,
  incoming: IncomingMessage,
): WriteDecision<null> {
  if (isKnown(process, messageId)) return { kind: 'none', result: null };
  if (process.status === 'CLOSED') {
    throw conflict('PROCESS_CLOSED', 'This process is closed; it takes no more messages.');
  }
  return {
    kind: 'write',
    expect: { accepted: true },
    patch: incomingOf(process, messageId, incoming, []),
    result: null,
  };
}

/** What the accepting write of the combined process tells beside the message. */
const RUNNING: EventDraft = {
  type: 'process-progress',
  status: 'RUNNING',
  statusTag: 'running',
};

function isKnown(process: ProcessDocument, messageId: string): boolean {
  return process.recent.some((recent) => recent.id === messageId);
}

/** Nobody works on it and nothing waits: the next message begins a turn. */
function rests({ lane, status, turn, inbox }: ProcessDocument): boolean {
  const resting = RESTING.some((one) => one === status);
  return lane.workerId === null && resting && turn === undefined && inbox.length === 0;
}

/** The message as the process keeps it, its fingerprint, and the entry that tells of it. */
function incomingOf(
  process: ProcessDocument,
  messageId: string,
  incoming: IncomingMessage,
  alsoTold: readonly EventDraft[],
): { readonly accept: NonNullable<ProcessPatch['accept']>; readonly entry: OutboxEntry } {
  assertRoom(process, incoming.content);
  const at = new Date();
  const content = wellFormed(incoming.content);
  const message: InboxMessage = {
    no: process.accepted + 1,
    id: messageId,
    kind: incoming.kind ?? 'user',
    clientMessageId: incoming.clientMessageId,
    content,
    userId: incoming.userId,
    at,
    meta: incoming.meta ?? {},
    ...(incoming.seenPlanVersion === undefined
      ? {}
      : { seenPlanVersion: incoming.seenPlanVersion }),
  };
  const entryId = entryIdOf(messageId);
  return {
    accept: {
      message,
      recent: { clientMessageId: incoming.clientMessageId, id: messageId, entryId },
    },
    entry: {
      id: entryId,
      at,
      events: [
        chatEvent({ id: messageId, role: 'USER', content, at, tags: [], meta: message.meta }),
        ...alsoTold,
      ],
      messages: [],
      plans: [],
      calls: [],
    },
  };
}
