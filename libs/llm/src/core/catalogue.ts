import { err, ok, type FieldError, type Result } from '@vance/kernel';
import { catalogueLayerSchema, type CatalogueLayer } from './catalogue-schema';
import { expandSetting, type ExpandedSetting } from './expand-setting';
import { MODEL_DEFAULTS, type ModelInfo } from './model-info';

/** Checks one layer of `ai-models.yaml` that has been read as YAML; names each fault's path. */
export function parseCatalogueLayer(value: unknown): Result<CatalogueLayer, FieldError[]> {
  const parsed = catalogueLayerSchema.safeParse(value ?? {});
  if (parsed.success) return ok(parsed.data);
  return err(
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
}

/** Merges layers by key, the later over the earlier: field by field within a model, alias by alias. */
export function mergeCatalogueLayers(...layers: readonly CatalogueLayer[]): CatalogueLayer {
  const models: CatalogueLayer['models'] = {};
  const aliases: CatalogueLayer['aliases'] = {};
  for (const layer of layers) {
    for (const [name, row] of Object.entries(layer.models)) {
      models[name] = { ...models[name], ...row };
    }
    Object.assign(aliases, layer.aliases);
  }
  return { models, aliases };
}

/** The models a merged `ai-models.yaml` knows, and what a model setting means. Immutable. */
export class ModelCatalogue {
  private readonly infos = new Map<string, ModelInfo>();
  private readonly resolved = new Map<string, readonly ModelInfo[]>();

  constructor(private readonly layer: CatalogueLayer) {}

  /** The same catalogue under further layers (a tenant's, a project's). */
  with(...layers: readonly CatalogueLayer[]): ModelCatalogue {
    return new ModelCatalogue(mergeCatalogueLayers(this.layer, ...layers));
  }

  /** `provider:model` of every described model. */
  names(): string[] {
    return Object.keys(this.layer.models);
  }

  aliases(): Readonly<Record<string, string>> {
    return this.layer.aliases;
  }

  /**
   * A model setting (`provider:model`, an alias, or several by comma) as models in fallback order, each
   * once. What cannot be understood is left out (`faultOf` says what), so it may be empty.
   */
  resolve(spec: string): readonly ModelInfo[] {
    const known = this.resolved.get(spec);
    if (known) return known;
    const models = this.expand(spec).names.map((name) => this.describe(name));
    // A setting is free text of tenants: the memory of it stays bounded.
    if (this.resolved.size < 1000) this.resolved.set(spec, models);
    return models;
  }

  /**
   * Why a setting cannot be meant as it is written, in words; undefined where it can.
   * @param providers the names of those that can be asked here
   */
  faultOf(spec: string, providers: ReadonlySet<string>): string | undefined {
    const { names, fault } = this.expand(spec);
    if (fault !== undefined) return fault;
    const strange = names.find((name) => !providers.has(this.describe(name).provider));
    if (strange === undefined) return undefined;
    const there = [...providers].sort().join(', ');
    return `leads to ${strange}, which is no alias and of no provider; providers are ${there}`;
  }

  private expand(spec: string): ExpandedSetting {
    const { aliases } = this.layer;
    return expandSetting(spec, (name) =>
      Object.hasOwn(aliases, name) ? aliases[name] : undefined,
    );
  }

  /** What is known of a model by its name `provider:model`, no alias; the defaults of one that nobody has described. */
  describe(name: string): ModelInfo {
    const known = this.infos.get(name);
    if (known) return known;
    const colon = name.indexOf(':');
    const row = Object.hasOwn(this.layer.models, name) ? this.layer.models[name] : undefined;
    const info: ModelInfo = {
      ...MODEL_DEFAULTS,
      ...row,
      outputLimitKnown: row?.maxOutputTokens !== undefined,
      name,
      provider: colon < 0 ? '' : name.slice(0, colon),
      model: name.slice(colon + 1),
    };
    if (row) this.infos.set(name, info);
    return info;
  }
}
