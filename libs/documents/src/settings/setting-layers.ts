import type { VersionRef } from '@vance/data';
import type { Layer } from '@vance/protocol';
import type { SettingCatalogue } from './setting-catalogue';
import type { SettingValue } from './setting-definition';

/** A stored value. */
export interface StoredValue {
  readonly json: string;
  /** Another one after each write. */
  readonly version: number;
}

/** What is stored in one layer, by key. */
export interface SettingLayer {
  readonly layer: Exclude<Layer, 'bundled'>;
  /** Where it stands: the project, or `_tenant`. */
  readonly project: string;
  readonly values: ReadonlyMap<string, StoredValue>;
}

/** A stored value, and where. */
export interface StoredSetting extends Omit<SettingLayer, 'values'>, StoredValue {}

/** A setting in a project: what counts, where from, and what is set in this very layer. */
export interface EffectiveSetting {
  readonly key: string;
  /** Absent for secrets, and where nothing is set. */
  readonly value?: SettingValue;
  readonly layer: Layer;
  /** Of the value that counts; 0 for the default. */
  readonly version: number;
  /** The layers below that have a value too, the nearest first; the default is one. */
  readonly shadowed: readonly VersionRef[];
  readonly own?: SettingValue;
  /** Of what is set in this very layer. */
  readonly ownVersion?: number;
  /** Of a secret, instead of its value: whether there is one. */
  readonly set?: boolean;
  readonly ownSet?: boolean;
}

/** The topmost value of a key. */
export function storedTop(layers: readonly SettingLayer[], key: string): StoredSetting | undefined {
  return storedAll(layers, key)[0];
}

/** The layers with this value in the topmost, whatever stands there by now. */
export function withOwn(
  layers: readonly SettingLayer[],
  key: string,
  stored: StoredValue,
): readonly SettingLayer[] {
  return layers.map((layer, nth) =>
    nth === 0 ? { ...layer, values: new Map([...layer.values, [key, stored]]) } : layer,
  );
}

/** Every layer's value of a key, the one that counts first. */
function storedAll(layers: readonly SettingLayer[], key: string): readonly StoredSetting[] {
  return layers.flatMap(({ values, ...place }) => {
    const stored = values.get(key);
    return stored === undefined ? [] : [{ ...place, ...stored }];
  });
}

/** A setting as people may see it. */
export function effectiveIn(
  catalogue: SettingCatalogue,
  project: string,
  layers: readonly SettingLayer[],
  key: string,
): EffectiveSetting {
  const stored = storedAll(layers, key);
  const isSecret = catalogue.isSecret(key);
  const hasDefault = !isSecret && catalogue.read(key, undefined) !== undefined;
  const refs: readonly VersionRef[] = [
    ...stored.map(({ layer, version }) => ({ layer, version })),
    ...(hasDefault || stored.length === 0 ? [DEFAULT] : []),
  ];
  const [{ layer, version } = DEFAULT, ...shadowed] = refs;
  const own = stored.find((one) => one.project === project);
  const provenance = {
    ...{ key, layer, version, shadowed },
    ...(own === undefined ? {} : { ownVersion: own.version }),
  };
  if (isSecret) return { ...provenance, set: stored.length > 0, ownSet: own !== undefined };
  const value = catalogue.read(key, stored[0]?.json);
  return {
    ...provenance,
    ...(value === undefined ? {} : { value }),
    ...(own === undefined ? {} : { own: catalogue.read(key, own.json) }),
  };
}

const DEFAULT: VersionRef = { layer: 'bundled', version: 0 };
