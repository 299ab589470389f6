import { parseYaml } from '@vance/config';
import { err, ok, type Result } from '@vance/kernel';
import { catalogueLayerSchema, type CatalogueLayer, type ModelCatalogue } from '@vance/llm';
import type { YamlRuleFault } from '../faults/yaml-faults';
import { modelFaults } from './model-faults';

/** Reads one layer of `ai-models.yaml`, whatever its aliases lead to. */
export function parseModelLayer(text: string): Result<CatalogueLayer, readonly YamlRuleFault[]> {
  const read = readLayer(text);
  return read.ok ? ok(read.value.layer) : read;
}

/** Where a layer lies, and who can be asked. */
export interface ModelGround {
  /** The layers below it. */
  readonly below: ModelCatalogue;
  /** Names of providers. */
  readonly providers: ReadonlySet<string>;
}

/**
 * Reads one layer of `ai-models.yaml`, and follows its aliases through the layers below: each must lead to models of
 * providers there are, and none below may be led astray by it.
 */
export function judgeModelLayer(
  text: string,
  { below, providers }: ModelGround,
): Result<CatalogueLayer, readonly YamlRuleFault[]> {
  const read = readLayer(text);
  if (!read.ok) return read;
  const { layer, lineOf } = read.value;
  const merged = below.with(layer);
  const faults = Object.keys(merged.aliases()).flatMap((alias) => {
    const fault = merged.faultOf(alias, providers);
    if (fault === undefined) return [];
    const path = ['aliases', alias];
    if (Object.hasOwn(layer.aliases, alias)) return [modelFaults.at(lineOf(path), path, fault)];
    // What was wrong below already is not this layer's to mend.
    if (below.faultOf(alias, providers) !== undefined) return [];
    return [modelFaults.at(lineOf(['aliases']), ['aliases'], `with these, ${alias} ${fault}`)];
  });
  return faults.length > 0 ? err(faults) : ok(layer);
}

/** A layer with the lines its keys stand in. */
interface ReadLayer {
  readonly layer: CatalogueLayer;
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

function readLayer(text: string): Result<ReadLayer, readonly YamlRuleFault[]> {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const { line, path = [], message } = parsed.error;
    return err([modelFaults.at(line, path, message)]);
  }
  const { value, lineOf } = parsed.value;
  const layer = catalogueLayerSchema.safeParse(value);
  if (layer.success) return ok({ layer: layer.data, lineOf });
  return err(modelFaults.ofIssues(layer.error.issues, lineOf));
}
