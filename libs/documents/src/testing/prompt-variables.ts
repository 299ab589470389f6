import type { PromptVariables } from '../prompts/prompt-variables';

/** What a plain turn of Arthur lets a prompt ask about. */
export function promptVariables(change: Partial<PromptVariables> = {}): PromptVariables {
  return {
    ...{ mode: 'NORMAL', phase: 'none', agentMode: 'build', profile: 'web', recipe: 'arthur' },
    ...{ params: { planMode: 'auto' }, tier: 'large', provider: 'openai', model: 'gpt-5' },
    ...change,
  };
}
