import { Controller } from '@nestjs/common';
import {
  ModelAccessService,
  ModelLayersService,
  PromptPreview,
  RecipeService,
  TenantConfig,
  type PromptVariables,
} from '@vance/documents';
import { cutText, DomainError, type TenantScope } from '@vance/kernel';
import { ModelGateway, type ModelInfo } from '@vance/llm';
import type { PlanPhase, ProcessMode } from '@vance/protocol';
import type { Principal } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';

/** The phase that a plan is in when a process first enters a mode. */
const phaseOf: Readonly<Record<ProcessMode, PlanPhase>> = {
  NORMAL: 'none',
  EXPLORING: 'drafting',
  PLANNING: 'ready',
  EXECUTING: 'executing',
};

/** Prompts as their writers see them. */
@Controller()
export class PromptsController {
  constructor(
    private readonly possessions: Possessions,
    private readonly preview: PromptPreview,
    private readonly recipes: RecipeService,
    private readonly configs: TenantConfig,
    private readonly layers: ModelLayersService,
    private readonly accesses: ModelAccessService,
    private readonly models: ModelGateway,
  ) {}

  @Endpoint('previewPrompt')
  async show(
    @Caller() principal: Principal,
    @Input() { params: { project, name }, body }: InputOf<'previewPrompt'>,
  ): Promise<AnswerOf<'previewPrompt'>> {
    await this.possessions.project(principal, project);
    const { scope } = principal;
    const { mode, agentMode, profile, phase = phaseOf[mode] } = body;
    const { recipe } = await this.recipes.named(scope, project, body.recipe, profile);
    const { params } = recipe;
    const asked = body.model ?? params.model ?? 'default:chat';
    const { tier, provider, model } = await this.modelOf(scope, project, asked);
    const variables: PromptVariables = {
      ...{ mode, phase, agentMode, profile, recipe: recipe.name, params },
      ...{ tier, provider, model },
    };
    return this.preview.render(scope, project, name, variables);
  }

  /** The model that a turn would expect to answer. */
  private async modelOf(scope: TenantScope, project: string, spec: string): Promise<ModelInfo> {
    const config = await this.configs.read(scope);
    const [layers, accesses] = await Promise.all([
      this.layers.layers(scope, project, config),
      this.accesses.accesses(scope, project, config),
    ]);
    const catalogue = this.models.catalogueWith(layers);
    const fault = catalogue.faultOf(spec, this.models.providerNames);
    if (fault === undefined) return this.models.expected(spec, { catalogue, accesses });
    const message = `The model setting ${cutText(spec, 100)} ${fault}.`;
    throw new DomainError('UNPROCESSABLE', message, { status: 422 });
  }
}
