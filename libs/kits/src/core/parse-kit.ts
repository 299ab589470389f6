import { z } from 'zod';
import { parseYaml } from '@vance/config';
import { err, ok, type Result } from '@vance/kernel';
import {
  MANIFEST,
  SETTINGS,
  kitLimits,
  type Kit,
  type KitFile,
  type KitManifest,
  type KitSetting,
  type RawFile,
} from './kit';
import { kitHash } from './kit-hash';
import type { KitFault } from './kit-invalid';
import { kitPath } from './kit-path';

const manifestSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'a-z, 0-9, ., _ and -'),
  version: z.string().min(1).max(64),
  description: z.string().max(1_000).default(''),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'SHA-256 as 64 hex digits')
    .optional(),
});
const settingsSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .refine((all) => Object.keys(all).length <= kitLimits.settings, `at most ${kitLimits.settings}`);

/** A file of the kit's own, and what its writer is told of it. */
interface OwnFile<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** What each key must be. */
  readonly rules: Readonly<Record<string, string>>;
  /** What every other key must be. */
  readonly rest: string;
  /** A right file, and what is right for single keys. */
  readonly example: string;
  readonly examples: Readonly<Record<string, string>>;
}

const manifestFile: OwnFile<z.output<typeof manifestSchema>> = {
  path: MANIFEST,
  schema: manifestSchema,
  rules: {
    name: 'must be a name of a-z, 0-9, ., _ and -, at most 64 characters',
    version: 'must be a text of 1 to 64 characters; quote what looks like a number',
    description: 'must be a text of at most 1000 characters',
    hash: 'must be the SHA-256 of the content, as 64 hex digits',
  },
  rest: 'there is no such key here',
  example: '{ name: my-kit, version: "1.0" }',
  examples: {
    name: 'name: my-kit',
    version: 'version: "1.0"',
    description: 'description: How our reviews are done.',
  },
};
const settingsFile: OwnFile<z.output<typeof settingsSchema>> = {
  path: SETTINGS,
  schema: settingsSchema,
  rules: {},
  rest: 'must be a text, a number, true, false or a list of texts',
  example: 'vance.models.openai.baseUrl: https://models.example.com/v1',
  examples: {},
};

/**
 * A kit out of its files, or everything that is wrong with it. What its texts say is judged where they are stored.
 * Where the manifest names a hash, the content must have it.
 */
export function parseKit(raw: readonly RawFile[]): Result<Kit, readonly KitFault[]> {
  const faults: KitFault[] = [];
  const texts = textsOf(raw, faults);
  // Of files that were not looked at nothing can be said.
  if (texts === undefined) return err(faults);
  const manifest = yamlOf(texts, manifestFile, faults);
  const settings = texts.has(SETTINGS) ? yamlOf(texts, settingsFile, faults) : {};
  if (manifest === undefined || settings === undefined || faults.length > 0) return err(faults);
  const files = [...texts].flatMap(([path, content]) =>
    path === MANIFEST || path === SETTINGS ? [] : [{ path, content }],
  );
  const values = Object.entries(settings).map(([key, value]) => ({ key, value }));
  const kit = kitOf(manifest, files, values);
  if (kit.files.length + kit.settings.length === 0)
    return err([{ path: MANIFEST, message: 'the kit holds nothing' }]);
  if (manifest.hash !== undefined && manifest.hash !== kit.hash) {
    const message = `the content has the hash ${kit.hash}, not the one that is named: it was changed, or the line is to go`;
    return err([{ path: MANIFEST, message }]);
  }
  return ok(kit);
}

/** A kit with everything in order, and its hash. */
export function kitOf(
  { name, version, description }: KitManifest,
  files: readonly KitFile[],
  settings: readonly KitSetting[],
): Kit {
  const content = {
    ...{ name, version, description },
    files: [...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    settings: [...settings].sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
  return { ...content, hash: kitHash(content) };
}

function textsOf(
  raw: readonly RawFile[],
  faults: KitFault[],
): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  const say = (path: string, message: string): void => {
    if (faults.length < 20) faults.push({ path: path.slice(0, 200), message });
  };
  if (raw.length > kitLimits.files) say('', `more than ${kitLimits.files} files`);
  if (raw.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > kitLimits.totalBytes)
    say('', `more than ${kitLimits.totalBytes} bytes`);
  if (faults.length > 0) return undefined;
  for (const { path: named, bytes } of raw) {
    const path = kitPath(named);
    if (!path.ok) say(named, path.error);
    else if (texts.has(path.value)) say(path.value, 'stands there twice');
    else if (bytes.byteLength > kitLimits.fileBytes)
      say(path.value, `more than ${kitLimits.fileBytes} bytes`);
    else {
      const text = textOf(bytes);
      if (text === undefined) say(path.value, 'is no UTF-8 text');
      else texts.set(path.value, text);
    }
  }
  return texts;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function yamlOf<T>(
  texts: ReadonlyMap<string, string>,
  file: OwnFile<T>,
  faults: KitFault[],
): T | undefined {
  const text = texts.get(file.path);
  if (text === undefined) {
    // It came, and was not taken.
    if (faults.some(({ path }) => path === file.path)) return undefined;
    const rule = 'is missing';
    const { path, example } = file;
    faults.push({ path, message: `${rule}; for example ${example}`, rule, example });
    return undefined;
  }
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const { line, path = [], message } = parsed.error;
    faults.push(faultIn(file, line, path, message));
    return undefined;
  }
  const { value, lineOf } = parsed.value;
  const checked = file.schema.safeParse(value);
  if (checked.success) return checked.data;
  const broken = checked.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], rule: file.rest }))
      : [{ path: issue.path, rule: ruleOf(file, issue) }],
  );
  for (const { path, rule } of broken.slice(0, 10))
    faults.push(faultIn(file, lineOf(path), path, rule));
  return undefined;
}

function ruleOf<T>({ rules, rest }: OwnFile<T>, { path, code, message }: z.core.$ZodIssue): string {
  if (path.length === 0) return code === 'custom' ? message : 'must be a mapping';
  return rules[String(path[0])] ?? rest;
}

function faultIn<T>(
  { path: file, example: whole, examples }: OwnFile<T>,
  line: number,
  path: readonly PropertyKey[],
  rule: string,
): KitFault {
  const key = path.map(String).join('.');
  const example = (Object.hasOwn(examples, key) ? examples[key] : undefined) ?? whole;
  const where = key === '' ? `line ${line}` : `line ${line}, key ${key}`;
  return {
    ...{ path: file, message: `${where}: ${rule}; for example ${example}` },
    ...{ line, key, rule, example },
  };
}
