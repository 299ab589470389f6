import { Injectable } from '@nestjs/common';
import {
  EventLog,
  type ProcessDocument,
  ProcessRepository,
  type SessionCursor,
  type SessionDocument,
  SessionRepository,
} from '@vance/data';
import { newId, notFound, type TenantScope } from '@vance/kernel';
import type { SessionView } from '@vance/protocol';
import { ProcessCommands } from '../commands/process-commands';
import { Projector } from '../projector/projector';
import { DirectStart } from '../wake/direct-start';
import { newProcess } from './new-process';

/** Whose sessions, where. */
export interface SessionOwner {
  readonly project: string;
  readonly userId: string;
}

/** A session to be made. The recipe has been resolved by the caller, who knows the cascade. */
export interface NewSession extends SessionOwner {
  readonly recipe: { readonly name: string; readonly engine: string };
  readonly profile: string;
  readonly title?: string;
  readonly language?: string;
  /** Of its chat process; minted when absent. */
  readonly processId?: string;
}

/** A session with its processes. */
export interface OpenedSession {
  readonly session: SessionDocument;
  readonly processes: readonly ProcessDocument[];
}

/** A session as it was made: nobody else knows of it yet. */
export interface MadeSession extends OpenedSession {
  /** Number of its last event. */
  readonly lastSeq: number;
}

/**
 * Sessions and their chat processes. Somebody else's session, and one in another project than named, does
 * not exist: the same NOT_FOUND as for a random id.
 */
@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly processes: ProcessRepository,
    private readonly events: EventLog,
    private readonly projector: Projector,
    private readonly commands: ProcessCommands,
    private readonly direct: DirectStart,
  ) {}

  /** Makes a session with its chat process; its first event is stored when this resolves. */
  async create(scope: TenantScope, spec: NewSession): Promise<MadeSession> {
    const { project, userId, recipe, profile, language } = spec;
    const sessionId = newId('ses');
    const process = newProcess(scope, {
      project,
      sessionId,
      userId,
      name: 'chat',
      engine: recipe.engine,
      recipe: recipe.name,
      profile,
      language,
      processId: spec.processId,
    });
    const session: SessionDocument = {
      _id: sessionId,
      tenantId: scope.tenantId,
      project,
      userId,
      title: spec.title ?? '',
      language,
      recipe: recipe.name,
      chatProcessId: process._id,
      createdAt: process.createdAt,
    };
    // The process first: a crash between leaves one that nobody can open, not a session without one.
    await this.processes.create(scope, process);
    this.events.noteNew(scope, sessionId);
    for (const entry of process.outbox) this.projector.wrote(entry.id);
    const [{ last }] = await Promise.all([
      this.projector.project(scope, process),
      this.sessions.create(scope, session),
    ]);
    this.direct.rested(process);
    return { session, processes: [process], lastSeq: last };
  }

  /** Opens an existing session; everything its processes have caused is told when this resolves. */
  async open(scope: TenantScope, owner: SessionOwner, sessionId: string): Promise<OpenedSession> {
    const [session, processes] = await Promise.all([
      this.owned(scope, owner, sessionId),
      this.processes.ofSession(scope, sessionId),
    ]);
    await Promise.all(processes.map((process) => this.projector.project(scope, process)));
    return { session, processes };
  }

  /** The session of this user; `project` is compared where it is named. Throws NOT_FOUND. */
  async owned(
    scope: TenantScope,
    owner: { readonly userId: string; readonly project?: string },
    sessionId: string,
  ): Promise<SessionDocument> {
    const session = await this.sessions.find(scope, sessionId);
    const isTheirs =
      session?.userId === owner.userId &&
      (owner.project === undefined || session.project === owner.project);
    if (session === null || !isTheirs) throw notFound('session');
    return session;
  }

  /** A process of this user's. Throws NOT_FOUND. */
  async ownedProcess(
    scope: TenantScope,
    userId: string,
    processId: string,
  ): Promise<ProcessDocument> {
    const process = await this.processes.find(scope, processId);
    if (process === null || process.userId !== userId) throw notFound('process');
    // A deleted session takes its processes along; they are closed before it goes.
    if (process.status === 'CLOSED' && (await this.find(scope, process.sessionId)) === null)
      throw notFound('process');
    return process;
  }

  /** The session in its tenant, whoever owns it; null when there is none. */
  find(scope: TenantScope, sessionId: string): Promise<SessionDocument | null> {
    return this.sessions.find(scope, sessionId);
  }

  /** The processes of a session, oldest first. */
  processesOf(scope: TenantScope, sessionId: string): Promise<readonly ProcessDocument[]> {
    return this.processes.ofSession(scope, sessionId);
  }

  /** A user's sessions in a project, newest first. */
  list(
    scope: TenantScope,
    owner: SessionOwner,
    limit: number,
    after?: SessionCursor,
  ): Promise<readonly SessionDocument[]> {
    return this.sessions.list(scope, owner, limit, after);
  }

  /** Gives a session of this user's another title. Throws NOT_FOUND. */
  async rename(
    scope: TenantScope,
    userId: string,
    sessionId: string,
    title: string,
  ): Promise<SessionDocument> {
    await this.owned(scope, { userId }, sessionId);
    const session = await this.sessions.rename(scope, sessionId, title);
    if (session === null) throw notFound('session');
    return session;
  }

  /** Closes the session's processes and removes it from sight. Throws NOT_FOUND. */
  async delete(scope: TenantScope, userId: string, sessionId: string): Promise<void> {
    await this.owned(scope, { userId }, sessionId);
    const processes = await this.processes.ofSession(scope, sessionId);
    for (const process of processes) await this.commands.close(scope, process._id, userId);
    await this.sessions.delete(scope, sessionId);
  }
}

/** A session as clients see it. */
export function toSessionView(session: SessionDocument): SessionView {
  return {
    sessionId: session._id,
    project: session.project,
    title: session.title,
    ...(session.language === undefined ? {} : { language: session.language }),
    recipe: session.recipe,
    chatProcessId: session.chatProcessId,
    createdAt: session.createdAt.toISOString(),
  };
}
