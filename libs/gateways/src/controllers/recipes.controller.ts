import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  type BrokenRecipe,
  type EffectiveRecipe,
  etagOf,
  isAvailable,
  parsePreconditions,
  RecipeService,
} from '@vance/documents';
import type { Principal } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { authorOf, preconditionsOf, toBrokenView } from './documents.controller';

/** Recipes as a project sees them, each with the layer it comes from. */
@Controller()
export class RecipesController {
  constructor(
    private readonly possessions: Possessions,
    private readonly recipes: RecipeService,
  ) {}

  @Endpoint('listRecipes')
  async list(
    @Caller() principal: Principal,
    @Input() { params: { project } }: InputOf<'listRecipes'>,
  ): Promise<AnswerOf<'listRecipes'>> {
    await this.possessions.project(principal, project);
    const { scope } = principal;
    const [found, broken] = await Promise.all([
      this.recipes.list(scope, project),
      this.recipes.listBroken(scope, project),
    ]);
    const items = [...found.map(toRecipeView), ...broken.map(toBrokenRecipeView)];
    return { items: items.sort((one, other) => (one.name < other.name ? -1 : 1)) };
  }

  @Endpoint('getRecipe')
  async get(
    @Caller() principal: Principal,
    @Input() { params: { project, name } }: InputOf<'getRecipe'>,
  ): Promise<AnswerOf<'getRecipe'>> {
    await this.possessions.project(principal, project);
    const found = await this.recipes.described(principal.scope, project, name);
    return 'recipe' in found ? toRecipeView(found) : toBrokenRecipeView(found);
  }

  @Endpoint('saveRecipe')
  async save(
    @Caller() principal: Principal,
    @Input() { params: { project, name }, body }: InputOf<'saveRecipe'>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerOf<'saveRecipe'>> {
    await this.possessions.project(principal, project);
    const { scope } = principal;
    const expected = parsePreconditions(request.headers);
    const { version } = await this.recipes
      .save(scope, project, name, body, authorOf(principal), expected)
      .catch(preconditionsOf(expected));
    response.setHeader('etag', etagOf(version));
    return toRecipeView(await this.recipes.named(scope, project, name));
  }
}

function toRecipeView({ recipe, layer, version, shadowed, faults }: EffectiveRecipe) {
  return {
    ...{ ...recipe, available: isAvailable(recipe.engine), layer, version },
    shadowed: [...shadowed],
    ...(faults === undefined ? {} : { faults: faults.map(toBrokenView) }),
  };
}

/** A recipe that nothing can play, so that its admins find it. */
function toBrokenRecipeView({ name, faults }: BrokenRecipe) {
  const [nearest, ...below] = faults;
  const { layer, version } = nearest;
  const shadowed = below.map((one) => ({ layer: one.layer, version: one.version }));
  return { name, available: false, layer, version, shadowed, faults: faults.map(toBrokenView) };
}
