import { Injectable } from '@nestjs/common';
import { UserRepository } from '@vance/data';
import { notFound, type TenantScope } from '@vance/kernel';
import { ProjectService, TENANT_PROJECT } from '../accounts/project.service';
import type { Principal } from '../principal';

/** Who wants to see something. */
type Visitor = Pick<Principal, 'scope' | 'userId' | 'roles'>;

/** Which projects a principal may see. What a role may do at all is the table in `libs/protocol` (`mayCall`). */
@Injectable()
export class Access {
  constructor(
    private readonly projects: ProjectService,
    private readonly users: UserRepository,
  ) {}

  /** A tenant's admin sees all of its projects and its layer; others those they were given. */
  async maySeeProject(principal: Visitor, project: string): Promise<boolean> {
    const isAdmin = principal.roles.includes('tenant-admin');
    if (project === TENANT_PROJECT) return isAdmin;
    const found = await this.projects.find(principal.scope, project);
    if (found === null) return false;
    return isAdmin || found.members.includes(principal.userId);
  }

  /** The id of the user of that name, if there is one who may work in the project. */
  async userOfProject(
    scope: TenantScope,
    project: string,
    username: string,
  ): Promise<string | undefined> {
    const user = await this.users.findByName(scope, username);
    if (user === null) return undefined;
    const { _id: userId, roles } = user;
    return (await this.maySeeProject({ scope, userId, roles }, project)) ? userId : undefined;
  }

  /** @throws DomainError NOT_FOUND, the same for a project that is not there and one that is not theirs */
  async project(principal: Principal, project: string): Promise<void> {
    if (!(await this.maySeeProject(principal, project))) throw notFound('project');
  }
}
