import type { z } from 'zod';
import { ProcessRepository, UserRepository } from '@vance/data';
import { noParameters } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

/** Tells the model for whom and in what it works. */
@ServerTool()
export class WhoamiTool implements Tool<z.infer<typeof noParameters>> {
  readonly name = 'whoami';
  readonly description = 'For whom you work, in which project and session, and as what.';
  readonly inputSchema = noParameters;
  readonly labels = [READ_ONLY_LABEL, 'identity'];

  constructor(
    private readonly users: UserRepository,
    private readonly processes: ProcessRepository,
  ) {}

  async run({ scope, userId, project, sessionId, processId }: ToolContext) {
    const [user, process] = await Promise.all([
      this.users.find(scope, userId),
      this.processes.find(scope, processId),
    ]);
    return {
      user: { userId, username: user?.username, roles: user?.roles },
      ...{ tenantId: scope.tenantId, project, sessionId, processId },
      ...{ engine: process?.engine, recipe: process?.recipe },
    };
  }
}
