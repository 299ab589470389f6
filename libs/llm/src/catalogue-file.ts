import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { DomainError } from '@vance/kernel';
import { parseCatalogueLayer } from './core/catalogue';
import type { CatalogueLayer } from './core/catalogue-schema';

/** Reads one `ai-models.yaml` of our own. Throws a DomainError that names each fault; call it at start. */
export function readCatalogueFile(path: string): CatalogueLayer {
  const parsed = parseCatalogueLayer(load(readFileSync(path, 'utf8'), { filename: path }));
  if (parsed.ok) return parsed.value;
  const faults = parsed.error.map((fault) => `${fault.path}: ${fault.message}`).join('; ');
  throw new DomainError('AI_MODELS_INVALID', `${path} is invalid: ${faults}`, {
    status: 500,
    fixer: 'operator',
    data: { errors: parsed.error },
  });
}

/** The layer that `VANCE_MODEL` lays over the bundled file: it becomes what every `default:…` alias means. */
export function defaultModelLayer(model: string): CatalogueLayer {
  return { models: {}, aliases: { 'default:chat': model, 'default:fast': model } };
}
