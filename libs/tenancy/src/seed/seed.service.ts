import { Injectable } from '@nestjs/common';
import { BundledFiles, parseYaml } from '@vance/config';
import { DomainError, type TenantScope } from '@vance/kernel';
import { ProjectService } from '../accounts/project.service';
import { TenantService } from '../accounts/tenant.service';
import { UserService } from '../accounts/user.service';
import { platformTenant } from '../tokens/platform';
import { seedSchema, type Seed } from './seed-schema';

/** A way to sign in that a seed brought along. */
export interface SignIn {
  readonly tenant: string;
  readonly username: string;
  readonly password: string;
}

/** Makes the tenants of `config/seed/`; what is there already stays as it is. */
@Injectable()
export class SeedService {
  constructor(
    private readonly files: BundledFiles,
    private readonly tenants: TenantService,
    private readonly users: UserService,
    private readonly projects: ProjectService,
  ) {}

  /** Safe to repeat, and from several processes at once. @returns the sign-ins of the seed */
  async apply(): Promise<readonly SignIn[]> {
    const signIns: SignIn[] = [];
    for (const path of this.files.list('seed/')) {
      const seed = read(path, this.files.read(path) ?? '');
      await this.plant(seed);
      for (const { username, password } of seed.users)
        signIns.push({ tenant: seed.name, username, password });
    }
    return signIns;
  }

  private async plant({ name, title, users, projects }: Seed): Promise<void> {
    const admin = users.find((user) => user.roles.includes('tenant-admin'));
    if (admin === undefined) return;
    const { username, password } = admin;
    if ((await this.tenants.findByName(name)) === null)
      await unlessThere(() => this.tenants.create({ name, title, admin: { username, password } }));
    const tenant = await this.tenants.findByName(name);
    if (tenant === null) return;
    for (const user of users) await this.plantUser(tenant.scope, user);
    for (const project of projects) await this.plantProject(tenant.scope, project);
  }

  private async plantUser(scope: TenantScope, user: Seed['users'][number]): Promise<void> {
    if ((await this.users.findByName(scope, user.username)) !== null) return;
    await unlessThere(() => this.users.create(scope, user, platformTenant.userId));
  }

  /** Members are given a project once, when it is made: who took it away later keeps it so. */
  private async plantProject(
    scope: TenantScope,
    { members, ...project }: Seed['projects'][number],
  ): Promise<void> {
    if ((await this.projects.find(scope, project.name)) !== null) return;
    const made = await unlessThere(() =>
      this.projects.create(scope, project, platformTenant.userId),
    );
    if (!made) return;
    for (const username of members)
      await this.projects.addMember(scope, project.name, username, platformTenant.userId);
  }
}

/** @returns false when another process was faster, or it was removed on purpose */
async function unlessThere(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create();
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ALREADY_EXISTS') return false;
    throw error;
  }
}

function read(path: string, text: string): Seed {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw broken(path, parsed.error.line, parsed.error.message);
  const seed = seedSchema.safeParse(parsed.value.value);
  if (seed.success) return seed.data;
  const [issue] = seed.error.issues;
  throw broken(path, parsed.value.lineOf(issue?.path ?? []), issue?.message ?? 'not a seed');
}

function broken(path: string, line: number, message: string): DomainError {
  return new DomainError('SEED_INVALID', `config/${path}, line ${line}: ${message}`, {
    status: 500,
    fixer: 'operator',
  });
}
