/** A text of a kit: a recipe, prompt, manual or `ai-models.yaml`, at the path where it is to stand. */
export interface KitFile {
  readonly path: string;
  readonly content: string;
}

/** A setting of a kit; never a secret one. */
export interface KitSetting {
  readonly key: string;
  readonly value: KitSettingValue;
}
export type KitSettingValue = string | number | boolean | readonly string[];

/** How a kit calls itself. */
export interface KitManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** A bundle of what engines are played by, complete and well-formed. */
export interface Kit extends KitManifest {
  /** In order of paths. */
  readonly files: readonly KitFile[];
  /** In order of keys. */
  readonly settings: readonly KitSetting[];
  /** SHA-256 of all of that, hex: what an administrator approves. */
  readonly hash: string;
}

/** A file as it came, from a folder or an archive; the path with `/`. */
export interface RawFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What a kit may hold. */
export const kitLimits = {
  files: 200,
  /** Of one file, and of all together, in bytes. */
  fileBytes: 1_048_576,
  totalBytes: 4_194_304,
  settings: 100,
} as const;

/** The file that says how a kit is called, and the one that holds its settings. */
export const MANIFEST = 'kit.yaml';
export const SETTINGS = 'settings.yaml';
