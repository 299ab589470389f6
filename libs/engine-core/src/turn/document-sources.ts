import { Injectable } from '@nestjs/common';
import type { HeldVersions } from '@vance/data';
import {
  ApprovedVersions,
  ModelAccessService,
  ModelLayersService,
  type PlayedBy,
  PromptService,
  type PromptVariables,
  RecipeService,
  TenantConfig,
  type TenantConfigView,
} from '@vance/documents';
import type { TenantScope } from '@vance/kernel';
import type { CatalogueLayer, ModelAccesses } from '@vance/llm';
import { Access } from '@vance/tenancy';
import { TurnSources, type TurnPlace, type TurnRecipe } from './turn-sources';

/** Recipes, prompts and settings as the documents' cascade gives them. */
@Injectable()
export class DocumentSources extends TurnSources {
  constructor(
    private readonly configs: TenantConfig,
    private readonly recipes: RecipeService,
    private readonly prompts: PromptService,
    private readonly models: ModelLayersService,
    private readonly accesses: ModelAccessService,
    private readonly approved: ApprovedVersions,
    private readonly access: Access,
  ) {
    super();
  }

  config(scope: TenantScope): Promise<TenantConfigView> {
    return this.configs.read(scope);
  }

  async recipe(
    { scope, config, project, held }: TurnPlace,
    name: string,
    profile: string,
  ): Promise<TurnRecipe> {
    const found = held
      ? await this.recipes.held(scope, project, name, held.recipe, profile, config)
      : await this.recipes.effective(scope, project, name, profile, config);
    return found.recipe;
  }

  async prompt(place: TurnPlace, base: string, variables: PromptVariables): Promise<string> {
    const { scope, project } = place;
    return (await this.prompts.resolveForMode(scope, project, base, variables, place)).text;
  }

  words(place: TurnPlace, text: string, variables: PromptVariables): Promise<string> {
    return this.prompts.words(place.scope, place.project, text, variables, place);
  }

  modelLayers({ scope, config, project }: TurnPlace): Promise<readonly CatalogueLayer[]> {
    return this.models.layers(scope, project, config);
  }

  modelAccesses({ scope, config, project }: TurnPlace): Promise<ModelAccesses | undefined> {
    return this.accesses.accesses(scope, project, config);
  }

  userOfProject({ scope, project }: TurnPlace, username: string): Promise<string | undefined> {
    return this.access.userOfProject(scope, project, username);
  }

  versions({ scope, config, project }: TurnPlace, by: PlayedBy): Promise<HeldVersions | undefined> {
    return this.approved.current(scope, project, by, config);
  }
}
