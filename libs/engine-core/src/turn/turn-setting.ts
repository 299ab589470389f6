import { Injectable, Optional } from '@nestjs/common';
import {
  ModelGateway,
  type CatalogueLayer,
  type ModelAccesses,
  type ModelCatalogue,
  type ModelInfo,
} from '@vance/llm';
import { newId } from '@vance/kernel';
import { Logger } from '@vance/observability';
import {
  effectivePlanMode,
  pinsInForce,
  type PlanItem,
  type PlanModeParam,
} from '@vance/plan-core';
import { NO_REMOTE_TOOLS, RemoteTools, ToolCatalogue, type ToolDescriptor } from '@vance/tools';
import type { HeldVersions, ProcessDocument } from '@vance/data';
import type { PromptVariables } from '@vance/documents';
import { manifestOf } from '../core/manifest';
import { systemText } from '../core/system-text';
import type { TurnSession } from './turn-session';
import { TurnSources, type TurnConfig, type TurnPlace, type TurnRecipe } from './turn-sources';

/** What a recipe without a model of its own asks. */
const DEFAULT_MODEL = 'default:chat';

/** What a turn is played by, read at its start; the tenant's switch is read again for every plan action. */
export interface TurnSetting {
  readonly recipe: TurnRecipe;
  readonly config: TurnConfig;
  /** What the plan that runs was approved under; settings and the tenant's switch are never held (1.16). */
  readonly held: HeldVersions | undefined;
  /** Recipe and switch together. */
  readonly planMode: PlanModeParam;
  /** The model setting, as the gateway takes it. */
  readonly model: string;
  /** Of the model expected to answer: what the turn's bounds go by, also where one behind it takes over. */
  readonly info: ModelInfo;
  /** The models as the project knows them; absent where it has nothing of its own to say. */
  readonly catalogue: ModelCatalogue | undefined;
  /** The tenant's own keys and addresses; absent where it has none. Never to be logged. */
  readonly accesses: ModelAccesses | undefined;
  /** What the project's tool servers offer in this turn. */
  readonly remoteTools: readonly ToolDescriptor[];
  /** Static texts by what changes of their variables within a turn: mode, phase, agentMode and the model that is asked. */
  readonly prompts: Map<string, string>;
}

/** Reads what a turn is played by. */
@Injectable()
export class TurnSettings {
  private readonly catalogues = new WeakMap<readonly CatalogueLayer[], ModelCatalogue>();

  constructor(
    private readonly sources: TurnSources,
    private readonly models: ModelGateway,
    private readonly catalogue: ToolCatalogue,
    private readonly log: Logger,
    @Optional() private readonly remote?: RemoteTools,
  ) {}

  /** Reads everything anew: the start of a turn. @throws DomainError; ModelFault not-configured: no model is meant */
  async open(session: TurnSession): Promise<TurnSetting> {
    const { recipe: name, profile, plan, pinned } = session.process;
    const config = await this.sources.config(session.scope);
    const held = pinsInForce(plan, pinned);
    const place = placeOf(session, { config, held });
    const [recipe, layers, accesses, remoteTools] = await Promise.all([
      this.sources.recipe(place, name, profile),
      this.sources.modelLayers(place),
      this.sources.modelAccesses(place),
      this.remote?.available({
        ...{ scope: session.scope, project: session.process.project },
        revision: config,
      }) ?? NO_REMOTE_TOOLS,
    ]);
    const catalogue = layers.length === 0 ? undefined : this.catalogueOf(layers);
    const model = recipe.params.model ?? DEFAULT_MODEL;
    session.setting = {
      recipe,
      config,
      held,
      planMode: effectivePlanMode(recipe.params.planMode, config.planModeDefault),
      model,
      info: this.models.expected(model, { catalogue, accesses }),
      catalogue,
      accesses,
      remoteTools,
      prompts: new Map(),
    };
    return session.setting;
  }

  private catalogueOf(layers: readonly CatalogueLayer[]): ModelCatalogue {
    const known = this.catalogues.get(layers);
    if (known) return known;
    const made = this.models.catalogueWith(layers);
    this.catalogues.set(layers, made);
    return made;
  }

  /** Reads the tenant's switch anew: it counts from the next action on (1.16). */
  async refreshSwitch(session: TurnSession): Promise<void> {
    const setting = session.current;
    const config = await this.sources.config(session.scope);
    session.setting = {
      ...setting,
      config,
      planMode: effectivePlanMode(setting.recipe.params.planMode, config.planModeDefault),
    };
  }

  /** The static text of a question to a model: the prompt of the mode the process is in, and the recipe's words. */
  async prompt(session: TurnSession, info: ModelInfo): Promise<string> {
    const { prompts, recipe } = session.current;
    const variables = variablesOf(session.process, session.current.recipe, info);
    const key = `${variables.mode}/${variables.phase}/${variables.agentMode}/${info.name}`;
    const known = prompts.get(key);
    if (known !== undefined) return known;
    const place = placeOf(session, session.current);
    const { promptPrefix: own = '', promptMode } = recipe;
    const [prompt, promptPrefix] = await Promise.all([
      this.sources.prompt(place, session.engine.promptBase, variables),
      own === '' ? '' : this.sources.words(place, own, variables),
    ]);
    const text = systemText(prompt, { promptPrefix, promptMode });
    prompts.set(key, text);
    return text;
  }

  /** The versions that a plan approved in this turn is held to from now on (3.5). */
  async versions(session: TurnSession): Promise<HeldVersions | undefined> {
    const { recipe, profile } = session.process;
    const by = { recipe, profile, promptBase: session.engine.promptBase };
    return this.sources.versions(placeOf(session, session.current), by);
  }

  /**
   * The inbox item that a proposal is to be, where the recipe wants it so (1.16). It asks the recipe's approver, or the
   * session's user where there is none or none who may work in the project.
   */
  async planItem(session: TurnSession): Promise<PlanItem | undefined> {
    const { planOutputViaInbox, planApprover } = session.current.recipe.params;
    if (planOutputViaInbox !== true) return undefined;
    const place = placeOf(session, session.current);
    const { userId, recipe } = session.process;
    const approver =
      planApprover === undefined ? userId : await this.sources.userOfProject(place, planApprover);
    if (approver === undefined)
      this.log.warn(
        { processId: session.process._id, recipe, planApprover },
        'the approver is no user of the project: the session’s user is asked',
      );
    const createdAt = new Date().toISOString();
    return { itemId: newId('inb'), assignedTo: approver ?? userId, createdAt };
  }

  /** The tools a process may use in this very state. */
  manifest(session: TurnSession, process: ProcessDocument): readonly ToolDescriptor[] {
    const { recipe, config, planMode, remoteTools } = session.current;
    const { clientLabels } = config;
    const available = this.catalogue.available(process, recipe.tools, clientLabels, remoteTools);
    return manifestOf(process, available, recipe.params, planMode);
  }
}

function placeOf(
  { scope, process: { project } }: TurnSession,
  { config, held }: Pick<TurnSetting, 'config' | 'held'>,
): TurnPlace {
  return { scope, config, project, ...(held === undefined ? {} : { held }) };
}

function variablesOf(
  { mode, plan, agentMode, profile, recipe }: ProcessDocument,
  { params }: TurnRecipe,
  { tier, provider, model }: ModelInfo,
): PromptVariables {
  const phase = plan?.phase ?? 'none';
  return { mode, phase, agentMode, profile, recipe, params, tier, provider, model };
}
