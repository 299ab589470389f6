import type { TenantScope } from '@vance/kernel';
import type { CatalogueLayer, ModelAccesses } from '@vance/llm';
import type { HeldVersions } from '@vance/data';
import type { PromptVariables } from '@vance/documents';
import type { ProcessMode } from '@vance/protocol';
import { AuditSink, type AuditNote } from '../turn/audit-sink';
import {
  TurnSources,
  type TurnConfig,
  type TurnPlace,
  type TurnRecipe,
} from '../turn/turn-sources';

/** A recipe with everything at its default. */
export function plainRecipe(
  params: Partial<TurnRecipe['params']> = {},
  more: Partial<TurnRecipe> = {},
): TurnRecipe {
  return { params: { planMode: 'auto', approval: 'inferred', ...params }, tools: {}, ...more };
}

/** What tenants edit, in memory and changeable at any time. */
export class FakeSources extends TurnSources {
  settings: TurnConfig = { revision: 0, planModeDefault: 'auto' };
  current: TurnRecipe = plainRecipe();
  layers: readonly CatalogueLayer[] = [];
  /** Ids of the project's users, by name. */
  users: Readonly<Record<string, string>> = {};
  /** The last mode a prompt was asked for. */
  readonly promptModes: ProcessMode[] = [];
  /** What the prompts so far could ask about. */
  readonly variables: PromptVariables[] = [];

  config(_scope: TenantScope): Promise<TurnConfig> {
    return Promise.resolve(this.settings);
  }

  recipe(): Promise<TurnRecipe> {
    return Promise.resolve(this.current);
  }

  modelLayers(): Promise<readonly CatalogueLayer[]> {
    return Promise.resolve(this.layers);
  }

  modelAccesses(): Promise<ModelAccesses | undefined> {
    return Promise.resolve(undefined);
  }

  prompt(_place: TurnPlace, base: string, variables: PromptVariables): Promise<string> {
    this.promptModes.push(variables.mode);
    this.variables.push(variables);
    return Promise.resolve(`${base} for ${variables.mode}`);
  }

  words(_place: TurnPlace, text: string): Promise<string> {
    return Promise.resolve(text);
  }

  userOfProject(_place: TurnPlace, username: string): Promise<string | undefined> {
    return Promise.resolve(this.users[username]);
  }

  versions(): Promise<HeldVersions | undefined> {
    return Promise.resolve(undefined);
  }
}

/** Keeps what was noted. */
export class KeptAudit extends AuditSink {
  readonly notes: AuditNote[] = [];

  note(_scope: TenantScope, note: AuditNote): void {
    this.notes.push(note);
  }
}
