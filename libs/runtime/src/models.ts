import { resolve } from 'node:path';
import type { AppConfig } from '@vance/config';
import {
  defaultModelLayer,
  DemoProvider,
  type LlmModuleOptions,
  mergeCatalogueLayers,
  ModelCatalogue,
  type ModelProvider,
  readCatalogueFile,
} from '@vance/llm';
import { DomainError } from '@vance/kernel';
import { GeminiProvider } from '@vance/llm-gemini';
import { OpenAiProvider } from '@vance/llm-openai';

const CATALOGUE = resolve(__dirname, '../../../config/ai-models.yaml');

/** The models this installation can ask: the demo, what the environment has keys or addresses for, and what tenants have. */
export function modelOptions(config: AppConfig): LlmModuleOptions {
  const { openaiApiKey, openaiBaseUrl, geminiApiKey, geminiBaseUrl } = config;
  const providers: ModelProvider[] = [
    new DemoProvider(),
    new OpenAiProvider({
      apiKey: openaiApiKey,
      baseUrl: openaiBaseUrl,
      needsAccess: openaiApiKey === undefined && openaiBaseUrl === undefined,
    }),
    new GeminiProvider({ apiKey: geminiApiKey, baseUrl: geminiBaseUrl }),
  ];
  const layer = mergeCatalogueLayers(readCatalogueFile(CATALOGUE), defaultModelLayer(config.model));
  const catalogue = new ModelCatalogue(layer);
  const names = new Set(providers.flatMap(({ name, needsAccess }) => (needsAccess ? [] : [name])));
  const resolved = catalogue.resolve(config.model);
  if (resolved.length === 0) throw unusable(config.model, 'stands for no model');
  for (const { name, provider } of resolved)
    if (!names.has(provider)) throw unusable(name, whyMissing(provider, providers));
  return { catalogue, providers };
}

/** Told at the start: else every turn of every user would. */
function unusable(model: string, fault: string): DomainError {
  const message = `VANCE_MODEL: ${model} ${fault}; for example VANCE_MODEL=demo:guide`;
  return new DomainError('CONFIG', message, { status: 500, fixer: 'operator' });
}

function whyMissing(provider: string, providers: readonly ModelProvider[]): string {
  if (provider === 'openai')
    return 'needs OPENAI_API_KEY, or the OPENAI_BASE_URL of a server that asks for no key';
  if (provider === 'gemini') return 'needs GEMINI_API_KEY';
  return `is of an unknown provider; there are ${providers.map(({ name }) => name).join(', ')}`;
}
