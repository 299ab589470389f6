import { z } from 'zod';
import type { BundledFiles } from '@vance/config';
import { parseYaml } from '@vance/config';
import { DomainError } from '@vance/kernel';
import {
  defaultOf,
  expectedBy,
  schemaOf,
  settingDefinitionSchema,
  type SettingDefinition,
  type SettingValue,
} from './setting-definition';
import { fits, isPattern } from './setting-names';

const catalogueSchema = z.strictObject({
  settings: z.record(z.string(), settingDefinitionSchema),
});

/** Every setting there is, from `config/settings.yaml`. A name with one `*` for a segment stands for many keys. */
export class SettingCatalogue {
  private readonly definitions: ReadonlyMap<string, SettingDefinition>;
  private readonly patterns: readonly string[];

  constructor(files: BundledFiles) {
    const parsed = parseYaml(files.read('settings.yaml') ?? 'settings: {}');
    if (!parsed.ok) throw broken(parsed.error.line, parsed.error.message);
    const catalogue = catalogueSchema.safeParse(parsed.value.value);
    if (!catalogue.success) {
      const [issue] = catalogue.error.issues;
      throw broken(parsed.value.lineOf(issue?.path ?? []), issue?.message ?? 'not a catalogue');
    }
    this.definitions = new Map(Object.entries(catalogue.data.settings));
    this.patterns = this.names.filter(isPattern);
  }

  /** As the catalogue writes them, patterns among them. */
  get names(): readonly string[] {
    return [...this.definitions.keys()];
  }

  /** Every key, in the catalogue's order; of a pattern's keys those that are in use. */
  keysAmong(inUse: Iterable<string>): readonly string[] {
    const used = [...new Set(inUse)].sort();
    return this.names.flatMap((name) =>
      isPattern(name) ? used.filter((key) => fits(name, key)) : [name],
    );
  }

  /** The pattern that a key belongs to; undefined for a key with a name of its own. */
  patternOf(key: string): string | undefined {
    return this.patterns.find((pattern) => fits(pattern, key));
  }

  /** @throws DomainError UNPROCESSABLE for a key there is not */
  definition(key: string): SettingDefinition {
    const name = isPattern(key) ? undefined : (this.patternOf(key) ?? key);
    const definition = name === undefined ? undefined : this.definitions.get(name);
    if (definition !== undefined) return definition;
    const message = `There is no setting ${key}; there are ${this.names.join(', ')}.`;
    throw new DomainError('UNPROCESSABLE', message, { status: 422 });
  }

  /** @throws DomainError UNPROCESSABLE for a key there is not */
  isSecret(key: string): boolean {
    return this.definition(key).type === 'secret';
  }

  /** The same of a stored key, which the catalogue may know no longer. */
  holdsSecret(key: string): boolean {
    const name = this.patternOf(key) ?? key;
    return this.definitions.get(name)?.type === 'secret';
  }

  /** The value, checked. The refusal never repeats it. @throws DomainError UNPROCESSABLE with what is right */
  check(key: string, value: unknown): SettingValue {
    const definition = this.definition(key);
    const checked = schemaOf(definition).safeParse(value);
    if (checked.success) return checked.data;
    throw new DomainError('UNPROCESSABLE', `${key} must be ${expectedBy(definition)}.`, {
      status: 422,
      data: { errors: [{ path: 'value', message: `must be ${expectedBy(definition)}` }] },
    });
  }

  /** A stored value as it counts; the default for one that no longer fits. A secret's is never read here. */
  read(key: string, json: string | undefined): SettingValue | undefined {
    const definition = this.definition(key);
    if (json === undefined || definition.type === 'secret') return defaultOf(definition);
    const checked = schemaOf(definition).safeParse(parsed(json));
    return checked.success ? checked.data : defaultOf(definition);
  }
}

function broken(line: number, message: string): DomainError {
  return new DomainError('SETTINGS_INVALID', `config/settings.yaml, line ${line}: ${message}`, {
    status: 500,
    fixer: 'operator',
  });
}

/** What is no JSON was not written by us; it fits no setting. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
