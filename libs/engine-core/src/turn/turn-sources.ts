import type { ApprovalParam, GlobalPlanMode, PlanModeParam } from '@vance/plan-core';
import type { CatalogueLayer, ModelAccesses } from '@vance/llm';
import type { HeldVersions } from '@vance/data';
import type { PlayedBy, PromptVariables } from '@vance/documents';
import type { Budgets, TenantScope } from '@vance/kernel';
import type { ClientLabelPolicy, ToolSelectors } from '@vance/tools';

/** What a turn needs of its recipe, profile merged in. */
export interface TurnRecipe {
  readonly params: {
    readonly planMode: PlanModeParam;
    readonly approval: ApprovalParam;
    readonly readOnlyToolsAdd?: readonly string[];
    readonly readOnlyToolsRemove?: readonly string[];
    readonly model?: string;
    readonly maxIterations?: number;
    readonly maxTurnMinutes?: number;
    readonly planOutputViaInbox?: boolean;
    readonly planApprover?: string;
  };
  readonly promptPrefix?: string;
  readonly promptMode?: 'APPEND' | 'OVERWRITE';
  readonly tools: ToolSelectors;
}

/** What a turn needs of its tenant's settings. */
export interface TurnConfig {
  /** Rises with every edit: caches of recipes and prompts are keyed by it. */
  readonly revision: number;
  /** An edit is under way: nothing read now is kept under this revision. */
  readonly editing?: true;
  readonly planModeDefault: GlobalPlanMode;
  readonly rejectPhrases?: readonly string[];
  /** Whose labels count; the host honours the owner's own client by default (1.13). */
  readonly clientLabels?: ClientLabelPolicy;
  /** What the tenant allows itself to spend; nothing is bounded where absent. */
  readonly budgets?: Budgets;
  /** What traces keep, and how long. */
  readonly tracing?: { readonly content: boolean; readonly retentionDays: number };
}

/** Where a turn is played, and what its plan is held to. */
export interface TurnPlace {
  readonly scope: TenantScope;
  readonly config: TurnConfig;
  readonly project: string;
  /** Versions that the running plan was approved under; what counts now where absent (3.5). */
  readonly held?: HeldVersions;
}

/** Where a turn reads what tenants edit. Everything is the effective value of the cascade, or a version held. */
export abstract class TurnSources {
  /** The tenant's settings, never from a cache. */
  abstract config(scope: TenantScope): Promise<TurnConfig>;
  /** @throws DomainError when no layer has the recipe */
  abstract recipe(place: TurnPlace, name: string, profile: string): Promise<TurnRecipe>;
  /** The prompt of the variables' mode, or the base prompt where the mode has none, rendered. */
  abstract prompt(place: TurnPlace, base: string, variables: PromptVariables): Promise<string>;
  /** A recipe's own words, rendered; empty where they cannot be. */
  abstract words(place: TurnPlace, text: string, variables: PromptVariables): Promise<string>;
  /** What tenant and project say of models, in the order it is laid over the shipped; the same list per revision. */
  abstract modelLayers(place: TurnPlace): Promise<readonly CatalogueLayer[]>;
  /** Keys and addresses of models that tenant and project have of their own. */
  abstract modelAccesses(place: TurnPlace): Promise<ModelAccesses | undefined>;
  /** The id of the user of that name, if there is one who may work in the project. */
  abstract userOfProject(place: TurnPlace, username: string): Promise<string | undefined>;
  /** The versions that count now: what a plan that is approved in this turn is held to. */
  abstract versions(place: TurnPlace, by: PlayedBy): Promise<HeldVersions | undefined>;
}
