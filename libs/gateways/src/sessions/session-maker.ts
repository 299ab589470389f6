import { Injectable } from '@nestjs/common';
import { BudgetService } from '@vance/budgets';
import { availableEngines, isAvailable, RecipeService } from '@vance/documents';
import { DomainError, newId } from '@vance/kernel';
import type { Principal } from '@vance/tenancy';
import { type MadeSession, SessionService } from '@vance/think-process';
import { Possessions } from '../access/possessions';

/** What a user wants of a new session. */
export interface SessionWish {
  readonly project: string;
  /** `arthur` when absent. */
  readonly recipe?: string;
  readonly title?: string;
  readonly language?: string;
  readonly profile: string;
}

/** The recipe of a session that names none. */
const STANDARD_RECIPE = 'arthur';

/** Makes sessions: the caller must see the project, the recipe must exist in its cascade. */
@Injectable()
export class SessionMaker {
  constructor(
    private readonly possessions: Possessions,
    private readonly recipes: RecipeService,
    private readonly sessions: SessionService,
    private readonly budgets: BudgetService,
  ) {}

  /**
   * @throws DomainError NOT_FOUND for a project the caller does not see, or an unknown recipe; RECIPE_INVALID for one that is
   *   broken in every layer; ENGINE_NOT_AVAILABLE for one that nothing here can run; BUDGET_EXCEEDED for one process too many
   */
  async make(principal: Principal, wish: SessionWish): Promise<MadeSession> {
    const { scope, userId } = principal;
    const { project, profile, title, language } = wish;
    const name = wish.recipe ?? STANDARD_RECIPE;
    await this.possessions.project(principal, project);
    const { recipe: found } = await this.recipes.named(scope, project, name, profile);
    if (!isAvailable(found.engine)) throw notAvailable(name, found.engine);
    const recipe = { name, engine: found.engine };
    const processId = newId('prc');
    const spec = { project, userId, recipe, profile, title, language, processId };
    const made = await this.budgets.admitProcess(scope, processId, () =>
      this.sessions.create(scope, spec),
    );
    for (const process of made.processes) this.possessions.noteMade(principal, process);
    return made;
  }
}

function notAvailable(recipe: string, engine: string): DomainError {
  const message = `The recipe ${recipe} needs the engine ${engine}, which this server does not have; it has ${availableEngines.join(', ')}.`;
  return new DomainError('ENGINE_NOT_AVAILABLE', message, { status: 422 });
}
