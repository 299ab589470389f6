import { Injectable } from '@nestjs/common';
import { ProcessRepository, type ProcessDocument, type SessionDocument } from '@vance/data';
import { InboxService } from '@vance/inbox';
import { DomainError, notFound } from '@vance/kernel';
import type { InboxItem } from '@vance/protocol';
import { Access, type Principal } from '@vance/tenancy';
import { SessionService } from '@vance/think-process';
import { ForeignAccess } from './foreign-access';

/** What never changes about a process: where it is. */
export interface ProcessPlace {
  readonly processId: string;
  readonly sessionId: string;
  readonly project: string;
}

const REMEMBERED = 10_000;

/**
 * Whether a session or process is the caller's own. What is not does not exist: the same answer as for an id
 * that nobody has.
 */
@Injectable()
export class Possessions {
  private readonly places = new Map<string, ProcessPlace>();

  constructor(
    private readonly sessions: SessionService,
    private readonly access: Access,
    private readonly foreign: ForeignAccess,
    private readonly processes: ProcessRepository,
    private readonly inbox: InboxService,
  ) {}

  /** Whether the caller may work in a project. @throws DomainError NOT_FOUND */
  project(principal: Principal, project: string): Promise<void> {
    return this.noted(principal, 'project', project, () =>
      this.mustSeeProject(principal, project, 'project'),
    );
  }

  /** @param project compared where it is named. @throws DomainError NOT_FOUND */
  session(principal: Principal, sessionId: string, project?: string): Promise<SessionDocument> {
    return this.noted(principal, 'session', sessionId, async () => {
      const { scope, userId } = principal;
      const session = await this.sessions.owned(scope, { userId, project }, sessionId);
      await this.mustSeeProject(principal, session.project, 'session');
      return session;
    });
  }

  /** Proves the right to a process without reading it where that was proven before. @throws DomainError NOT_FOUND */
  async process(principal: Principal, processId: string): Promise<ProcessPlace> {
    const known = this.places.get(keyOf(principal, processId));
    if (known === undefined) return placeOf(await this.readProcess(principal, processId));
    await this.mustSeeProject(principal, known.project, 'process');
    return known;
  }

  /** The process itself. @throws DomainError NOT_FOUND */
  readProcess(principal: Principal, processId: string): Promise<ProcessDocument> {
    return this.noted(principal, 'process', processId, async () => {
      const { scope, userId } = principal;
      const process = await this.sessions.ownedProcess(scope, userId, processId);
      await this.mustSeeProject(principal, process.project, 'process');
      this.remember(keyOf(principal, processId), placeOf(process));
      return process;
    });
  }

  /** The caller has made a process: nothing is left to prove. */
  noteMade(principal: Principal, process: ProcessDocument): void {
    this.remember(keyOf(principal, process._id), placeOf(process));
  }

  /** Proves that a process is of the caller's tenant, whoever's it is; for administrators. @throws DomainError NOT_FOUND */
  processOfTenant(principal: Principal, processId: string): Promise<void> {
    return this.noted(principal, 'process', processId, async () => {
      if ((await this.processes.find(principal.scope, processId)) === null)
        throw notFound('process');
    });
  }

  /** An item that the caller is asked by, in a project that they may still see. @throws DomainError NOT_FOUND */
  inboxItem(principal: Principal, itemId: string): Promise<InboxItem> {
    return this.noted(principal, 'inbox-item', itemId, async () => {
      const item = await this.inbox.get(principal.scope, principal.userId, itemId);
      await this.mustSeeProject(principal, item.project, 'inbox item');
      return item;
    });
  }

  /** Those of somebody's things whose projects they may still see. */
  async inSight<T extends { readonly project: string }>(
    principal: Principal,
    things: readonly T[],
  ): Promise<T[]> {
    const seen = new Map<string, boolean>();
    for (const project of new Set(things.map((thing) => thing.project)))
      seen.set(project, await this.access.maySeeProject(principal, project));
    return things.filter(({ project }) => seen.get(project));
  }

  /** Whether the caller may still see all of these projects. */
  async maySeeAll(principal: Principal, projects: Iterable<string>): Promise<boolean> {
    for (const project of projects)
      if (!(await this.access.maySeeProject(principal, project))) return false;
    return true;
  }

  /** What was proven of a session's processes no longer holds: it is deleted. */
  forget(sessionId: string): void {
    for (const [key, place] of this.places)
      if (place.sessionId === sessionId) this.places.delete(key);
  }

  private async noted<T>(
    principal: Principal,
    what: string,
    id: string,
    prove: () => Promise<T>,
  ): Promise<T> {
    try {
      return await prove();
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND')
        this.foreign.note(principal, what, id);
      throw error;
    }
  }

  private remember(key: string, place: ProcessPlace): void {
    // The oldest goes: what is in use comes back with the next read.
    if (this.places.size >= REMEMBERED) {
      const [oldest] = this.places.keys();
      if (oldest !== undefined) this.places.delete(oldest);
    }
    this.places.set(key, place);
  }

  private async mustSeeProject(principal: Principal, project: string, what: string): Promise<void> {
    if (!(await this.access.maySeeProject(principal, project))) throw notFound(what);
  }
}

/** The owner stands in the key, so nobody finds what another has proven. */
function keyOf({ tenantId, userId }: Principal, processId: string): string {
  return `${tenantId}/${userId}/${processId}`;
}

function placeOf({ _id, sessionId, project }: ProcessDocument): ProcessPlace {
  return { processId: _id, sessionId, project };
}
