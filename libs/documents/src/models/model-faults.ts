import { modelApis, modelTiers } from '@vance/llm';
import { YamlFaults } from '../faults/yaml-faults';
import { MODELS_PATH } from './models-path';

const EXAMPLE = 'aliases: { default:chat: openai:gpt-5-mini }';

/** A right example for each key. */
const examples: Readonly<Record<string, string>> = {
  models: 'models: { openai:qwen3: { maxTools: 64 } }',
  contextWindowTokens: 'contextWindowTokens: 32768',
  maxOutputTokens: 'maxOutputTokens: 8192',
  actionLoopCorrections: 'actionLoopCorrections: 2',
  maxTools: 'maxTools: 64',
  capabilities: 'capabilities: [streaming, tools]',
  api: `api: ${modelApis[0]}`,
  tier: `tier: ${modelTiers[0]}`,
  timeoutSeconds: 'timeoutSeconds: 600',
  idleTimeoutSeconds: 'idleTimeoutSeconds: 120',
  pricing: 'pricing: { input: 0.25, output: 2, cached: 0.025 }',
  aliases: EXAMPLE,
};

/** How the faults of an `ai-models.yaml` are told. */
export const modelFaults = new YamlFaults({
  code: 'AI_MODELS_INVALID',
  subject: MODELS_PATH,
  examples,
  example: EXAMPLE,
});
