import type { ProjectDocument, UserRepository } from '@vance/data';
import type { ProjectService } from '@vance/tenancy';
import type { ToolContext } from '../tool';

/** The projects that the session's user may see now: all of them for an administrator, else those of a member. */
export async function visibleProjects(
  projects: ProjectService,
  users: UserRepository,
  { scope, userId }: ToolContext,
  limit: number,
): Promise<readonly ProjectDocument[]> {
  const user = await users.find(scope, userId);
  const isAdmin = user?.roles.includes('tenant-admin') ?? false;
  return projects.list(scope, { limit }, isAdmin ? undefined : userId);
}
