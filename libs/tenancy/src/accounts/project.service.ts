import { Injectable } from '@nestjs/common';
import { ProjectRepository, type NamePage, type ProjectDocument } from '@vance/data';
import { badRequest, conflict, newId, notFound, Recent, type TenantScope } from '@vance/kernel';
import { Audit } from '../audit/audit';

import { UserService } from './user.service';

/** The reserved project of the tenant's layer: in every tenant, never stored. */
export const TENANT_PROJECT = '_tenant';

/** A change of members or a delete counts within this time on every replica (at once on the one that did it). */
const FRESH_MS = 10_000;

/** A tenant's projects and who they were given to. `by` is the id of who does it. */
@Injectable()
export class ProjectService {
  private readonly known = new Recent<ProjectDocument>(10_000);

  constructor(
    private readonly projects: ProjectRepository,
    private readonly users: UserService,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError ALREADY_EXISTS, BAD_REQUEST for the reserved name */
  async create(
    scope: TenantScope,
    { name, title }: { readonly name: string; readonly title?: string },
    by: string,
  ): Promise<ProjectDocument> {
    if (name === TENANT_PROJECT) throw badRequest('The name _tenant is reserved.');
    const row = {
      _id: newId('prj'),
      name,
      title: title ?? name,
      members: [],
      createdAt: new Date(),
    };
    if (!(await this.projects.create(scope, row)))
      throw conflict('ALREADY_EXISTS', `There is or was a project ${name} already.`);
    await this.audit.record(scope, { actor: by, action: 'project-created', target: name });
    return { ...row, tenantId: scope.tenantId };
  }

  /** A project by name, up to ten seconds old; null when there is none. */
  async find(scope: TenantScope, name: string): Promise<ProjectDocument | null> {
    const key = keyOf(scope, name);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const project = await this.projects.find(scope, name);
    if (project !== null) this.known.set(key, project, FRESH_MS);
    return project;
  }

  /** @throws DomainError NOT_FOUND */
  async get(scope: TenantScope, name: string): Promise<ProjectDocument> {
    const project = await this.projects.find(scope, name);
    if (project === null) throw notFound('project');
    return project;
  }

  /** @param member only projects that this user was given */
  list(scope: TenantScope, page: NamePage, member?: string): Promise<readonly ProjectDocument[]> {
    return this.projects.list(scope, page, member);
  }

  /** @throws DomainError NOT_FOUND */
  async retitle(
    scope: TenantScope,
    name: string,
    title: string,
    by: string,
  ): Promise<ProjectDocument> {
    const project = this.changed(scope, name, await this.projects.retitle(scope, name, title));
    await this.audit.record(scope, {
      ...{ actor: by, action: 'project-changed', target: name },
      data: { title },
    });
    return project;
  }

  /** @throws DomainError NOT_FOUND for the project or the user */
  async addMember(scope: TenantScope, name: string, username: string, by: string): Promise<void> {
    const userId = await this.userId(scope, username);
    this.changed(scope, name, await this.projects.addMember(scope, name, userId));
    await this.recordMember(scope, 'member-added', name, username, by);
  }

  /** @throws DomainError NOT_FOUND for the project or the user */
  async removeMember(
    scope: TenantScope,
    name: string,
    username: string,
    by: string,
  ): Promise<void> {
    const userId = await this.userId(scope, username);
    this.changed(scope, name, await this.projects.removeMember(scope, name, userId));
    await this.recordMember(scope, 'member-removed', name, username, by);
  }

  /** @throws DomainError NOT_FOUND */
  async remove(scope: TenantScope, name: string, by: string): Promise<void> {
    const removed = await this.projects.delete(scope, name);
    this.known.delete(keyOf(scope, name));
    if (!removed) throw notFound('project');
    await this.audit.record(scope, { actor: by, action: 'project-removed', target: name });
  }

  private changed(
    scope: TenantScope,
    name: string,
    project: ProjectDocument | null,
  ): ProjectDocument {
    this.known.delete(keyOf(scope, name));
    if (project === null) throw notFound('project');
    return project;
  }

  private async userId(scope: TenantScope, username: string): Promise<string> {
    const user = await this.users.findByName(scope, username);
    if (user === null) throw notFound('user');
    return user._id;
  }

  private recordMember(
    scope: TenantScope,
    action: 'member-added' | 'member-removed',
    project: string,
    username: string,
    by: string,
  ): Promise<void> {
    return this.audit.record(scope, { actor: by, action, target: project, data: { username } });
  }
}

function keyOf(scope: TenantScope, name: string): string {
  return `${scope.tenantId}/${name}`;
}
