import { Inject, Injectable } from '@nestjs/common';
import type { ProcessDocument } from '@vance/data';
import { TenantConfig, type TenantConfigView } from '@vance/documents';
import { conflict, notFound, type TenantScope } from '@vance/kernel';
import { switchAgentMode, type MoveResult } from '@vance/plan-core';
import type { AgentMode } from '@vance/protocol';
import { ProcessWriter } from '@vance/think-process';
import { writeMove } from './core/write-move';

/** The tenant's switch, read for every use. */
interface PlanModeSetting {
  read(scope: TenantScope): Promise<Pick<TenantConfigView, 'planModeDefault'>>;
}

/** The user's own switch between build and plan (1.8). It locks at once, approves nothing and wakes nobody. */
@Injectable()
export class AgentModeService {
  constructor(
    private readonly writer: ProcessWriter,
    @Inject(TenantConfig) private readonly config: PlanModeSetting,
  ) {}

  /**
   * @returns the process as it stands then, changed or not
   * @throws DomainError NOT_FOUND; 409 PLAN_MODE_DISABLED, PROCESS_CLOSED
   */
  async set(
    scope: TenantScope,
    processId: string,
    agentMode: AgentMode,
    userId: string,
  ): Promise<ProcessDocument> {
    const { planModeDefault } = await this.config.read(scope);
    const input = { agentMode, planModeAvailable: planModeDefault !== 'disabled' };
    const outcome = await this.writer.write<MoveResult>(scope, processId, (process) => {
      if (process.status === 'CLOSED') {
        throw conflict('PROCESS_CLOSED', 'This process is closed; its switch no longer moves.');
      }
      const result = switchAgentMode(process, input);
      return result.ok && result.value.kind === 'changed'
        ? writeMove(process, result.value.move, result, { by: 'agent-mode', userId })
        : { kind: 'none', result };
    });
    if (outcome.kind === 'missing' || outcome.kind === 'lane-lost') throw notFound('process');
    const { result, process } = outcome;
    if (!result.ok) throw conflict(result.error.code, result.error.feedback);
    if (outcome.kind === 'changed') await outcome.projected;
    return process;
  }
}
