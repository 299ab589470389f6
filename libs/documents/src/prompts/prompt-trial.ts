import { Injectable } from '@nestjs/common';
import type { TenantScope } from '@vance/kernel';
import { checkTemplate, describeFault, renderWithIncludes } from '@vance/prompt-template';
import type { PlanPhase, ProcessMode } from '@vance/protocol';
import { TenantConfig } from '../settings/tenant-config';
import type { DocumentFault } from '../faults/document-fault';
import { PromptLibrary } from './prompt-library';
import { includedAs } from './prompt-paths';
import type { PromptVariables } from './prompt-variables';

/** What rendering a prompt in its modes has shown. */
export interface TrialResult {
  readonly faults: readonly DocumentFault[];
  /** It could be rendered in none of them. */
  readonly always: boolean;
}

const SOUND: TrialResult = { faults: [], always: false };

/** Prompts of an engine; what others only include may need what those have set. */
const enginePrompt = /^prompts\/[a-z0-9._-]+-prompt(-exploring|-planning)?\.md$/;

const phases: Readonly<Record<ProcessMode, PlanPhase>> = {
  NORMAL: 'none',
  EXPLORING: 'drafting',
  PLANNING: 'ready',
  EXECUTING: 'executing',
};

/**
 * Finds what shows only when a prompt is rendered (a broken include, no end of work): renders it as a plain process
 * would, in each mode that speaks by it, for both sizes of model.
 */
@Injectable()
export class PromptTrial {
  constructor(
    private readonly library: PromptLibrary,
    private readonly configs: TenantConfig,
  ) {}

  /** @param content of the prompt at `path`; of any other path nothing is said */
  async of(
    scope: TenantScope,
    project: string,
    path: string,
    content: string,
  ): Promise<TrialResult> {
    const matched = enginePrompt.exec(path);
    const checked = checkTemplate(content);
    if (matched === null || !checked.ok) return SOUND;
    const revision = await this.configs.read(scope);
    const load = this.library.loader({ scope, project, revision });
    const name = includedAs(path);
    const tries = modesOf(matched[1]).flatMap((mode) =>
      ['small', 'large'].map((tier) => ({ mode, tier })),
    );
    const faults = new Map<string, DocumentFault>();
    let failed = 0;
    for (const { mode, tier } of tries) {
      const variables = { ...variablesIn(mode, tier) };
      const rendered = await renderWithIncludes(checked.value, variables, load, { name });
      if (rendered.ok) continue;
      failed += 1;
      const told = describeFault(rendered.error);
      if (faults.has(told)) continue;
      const { line, column } = rendered.error;
      faults.set(told, {
        message: `in mode ${mode}, model of tier ${tier}: ${told}`,
        line,
        column,
      });
    }
    return { faults: [...faults.values()], always: failed === tries.length };
  }
}

function modesOf(suffix: string | undefined): readonly ProcessMode[] {
  if (suffix === '-exploring') return ['EXPLORING'];
  return suffix === '-planning' ? ['PLANNING'] : ['NORMAL', 'EXECUTING'];
}

function variablesIn(mode: ProcessMode, tier: string): PromptVariables {
  return {
    ...{ mode, phase: phases[mode], agentMode: 'build', profile: 'web', recipe: 'arthur' },
    ...{ params: {}, tier, provider: 'openai', model: 'gpt-5' },
  };
}
