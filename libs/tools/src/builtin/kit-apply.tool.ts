import { z } from 'zod';
import { PlanRepository, ProcessRepository, UserRepository } from '@vance/data';
import { DomainError } from '@vance/kernel';
import { KitService, approvesKit } from '@vance/kits';
import { kitName } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({
  name: kitName,
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hex digits, as told when it was staged')
    .describe('The hash of what is to be applied'),
});

/**
 * Applies a kit in the name of the session's user. A model can change the rules it is held by in this one way only: the
 * user is an administrator now, and has approved, with a button and not with words, the plan that is being executed,
 * whose text names the very hash.
 */
@ServerTool()
export class KitApplyTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'kit_apply';
  readonly description =
    'Applies a staged kit, whole or not at all. Works only while executing a plan that names its whole hash and that an administrator approved with the button.';
  readonly inputSchema = parameters;
  readonly labels = ['kits'];
  readonly idempotent = true;

  constructor(
    private readonly kits: KitService,
    private readonly users: UserRepository,
    private readonly processes: ProcessRepository,
    private readonly plans: PlanRepository,
  ) {}

  async run(context: ToolContext, { name, hash }: z.infer<typeof parameters>) {
    const { scope, project, userId } = context;
    const user = await this.users.find(scope, userId);
    if (!user?.roles.includes('tenant-admin')) throw notApproved(project, name);
    if (!(await this.isApproved(context, hash))) throw notApproved(project, name);
    const by = { userId, administers: true };
    const { changed } = await this.kits.apply(scope, project, name, hash, by);
    return { applied: name, hash, changed };
  }

  private async isApproved({ scope, processId, userId }: ToolContext, hash: string) {
    const process = await this.processes.find(scope, processId);
    if (process?.mode !== 'EXECUTING' || !process.plan) return false;
    const plan = await this.plans.find(scope, processId, process.plan.version);
    return plan !== null && approvesKit(plan, hash, userId);
  }
}

function notApproved(project: string, name: string): DomainError {
  const message =
    'Nobody who may has approved this kit. An administrator of the tenant approves, with the button, a plan whose text ' +
    `names the whole hash, or applies it by POST /api/v1/projects/${project}/kits/${name}/apply.`;
  return new DomainError('KIT_NOT_APPROVED', message, { status: 403, fixer: 'user' });
}
