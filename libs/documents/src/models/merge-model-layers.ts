import type { VersionRef } from '@vance/data';
import { mergeCatalogueLayers, type CatalogueLayer } from '@vance/llm';

/** One layer's part of `ai-models.yaml`. */
export interface ModelLayer extends VersionRef {
  readonly value: CatalogueLayer;
}

/** Where a key of the merged `ai-models.yaml` comes from. */
export interface ModelOrigin extends VersionRef {
  /** `models.<provider:model>.<field>` or `aliases.<alias>`. */
  readonly key: string;
}

/** `ai-models.yaml` as it counts: merged by key, each key with the layer that said it last. */
export interface MergedModels {
  readonly value: CatalogueLayer;
  readonly origins: readonly ModelOrigin[];
}

/** @param layers the nearest one first, as the cascade gives them */
export function mergeModelLayers(layers: readonly ModelLayer[]): MergedModels {
  const upwards = [...layers].reverse();
  const origins = new Map<string, ModelOrigin>();
  for (const { layer, version, value } of upwards)
    for (const key of keysOf(value)) origins.set(key, { key, layer, version });
  return {
    value: mergeCatalogueLayers(...upwards.map((layer) => layer.value)),
    origins: [...origins.values()].sort((one, other) => (one.key < other.key ? -1 : 1)),
  };
}

function keysOf({ models, aliases }: CatalogueLayer): readonly string[] {
  return [
    ...Object.entries(models).flatMap(([name, row]) =>
      Object.keys(row).map((field) => `models.${name}.${field}`),
    ),
    ...Object.keys(aliases).map((alias) => `aliases.${alias}`),
  ];
}
