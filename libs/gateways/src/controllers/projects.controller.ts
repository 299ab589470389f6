import { Controller } from '@nestjs/common';
import type { ProjectDocument } from '@vance/data';
import { type Principal, ProjectService, TENANT_PROJECT } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { namePage, pageFrom } from '../http/paging';

/** Projects and who they were given to. */
@Controller()
export class ProjectsController {
  constructor(
    private readonly projects: ProjectService,
    private readonly possessions: Possessions,
  ) {}

  @Endpoint('listProjects')
  async list(
    @Caller() { scope, userId, roles }: Principal,
    @Input() { query }: InputOf<'listProjects'>,
  ): Promise<AnswerOf<'listProjects'>> {
    const member = roles.includes('tenant-admin') ? undefined : userId;
    const rows = await this.projects.list(scope, namePage(query), member);
    const page = pageFrom(rows, query.limit, ({ name }) => [name]);
    return { ...page, items: page.items.map(toProjectView) };
  }

  @Endpoint('createProject')
  async create(
    @Caller() { scope, userId }: Principal,
    @Input() { body }: InputOf<'createProject'>,
  ): Promise<AnswerOf<'createProject'>> {
    return toProjectView(await this.projects.create(scope, body, userId));
  }

  @Endpoint('getProject')
  async get(
    @Caller() principal: Principal,
    @Input() { params: { project } }: InputOf<'getProject'>,
  ): Promise<AnswerOf<'getProject'>> {
    await this.possessions.project(principal, project);
    // The tenant's layer is in every tenant and stored in none.
    if (project === TENANT_PROJECT) return { name: project, title: principal.tenant };
    return toProjectView(await this.projects.get(principal.scope, project));
  }

  @Endpoint('changeProject')
  async change(
    @Caller() { scope, userId }: Principal,
    @Input() { params, body }: InputOf<'changeProject'>,
  ): Promise<AnswerOf<'changeProject'>> {
    return toProjectView(await this.projects.retitle(scope, params.project, body.title, userId));
  }

  @Endpoint('removeProject')
  async remove(
    @Caller() { scope, userId }: Principal,
    @Input() { params }: InputOf<'removeProject'>,
  ): Promise<void> {
    await this.projects.remove(scope, params.project, userId);
  }

  @Endpoint('addMember')
  async addMember(
    @Caller() { scope, userId }: Principal,
    @Input() { params: { project, username } }: InputOf<'addMember'>,
  ): Promise<void> {
    await this.projects.addMember(scope, project, username, userId);
  }

  @Endpoint('removeMember')
  async removeMember(
    @Caller() { scope, userId }: Principal,
    @Input() { params: { project, username } }: InputOf<'removeMember'>,
  ): Promise<void> {
    await this.projects.removeMember(scope, project, username, userId);
  }
}

function toProjectView({ name, title }: ProjectDocument): { name: string; title: string } {
  return { name, title };
}
