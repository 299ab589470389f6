import { Injectable } from '@nestjs/common';
import type { HeldVersions } from '@vance/data';
import type { TenantScope } from '@vance/kernel';
import { includedNames, type Template } from '@vance/prompt-template';
import { processModeSchema } from '@vance/protocol';
import { RecipeService } from '../recipes/recipe.service';
import { TenantConfig, type Revision } from '../settings/tenant-config';
import { PromptLibrary } from './prompt-library';
import { includedPath, promptPathsOf } from './prompt-paths';

/** Most prompts one approval holds: four of an engine, and what they include. */
const MAX_HELD = 64;

/** What a process is played by. */
export interface PlayedBy {
  readonly recipe: string;
  readonly profile: string;
  /** Base of its engine's prompts, for example `arthur-prompt`. */
  readonly promptBase: string;
}

/** Tells the versions that count at this moment: those a plan is approved under (3.5). */
@Injectable()
export class ApprovedVersions {
  constructor(
    private readonly recipes: RecipeService,
    private readonly library: PromptLibrary,
    private readonly configs: TenantConfig,
  ) {}

  /** The recipe that turns are played by, the prompts of every mode, and all they include by a literal name. */
  async current(
    scope: TenantScope,
    project: string,
    { recipe: name, profile, promptBase }: PlayedBy,
    config?: Revision,
  ): Promise<HeldVersions | undefined> {
    const revision = config ?? (await this.configs.read(scope));
    const found = await this.recipes.effective(scope, project, name, profile, revision);
    const { layer, version, recipe } = found;
    const words = this.library.parse(recipe.promptPrefix ?? '');
    const prompts = await this.prompts(
      scope,
      project,
      promptBase,
      words.ok ? words.value : null,
      revision,
    );
    return { recipe: { layer, version }, prompts };
  }

  private async prompts(
    scope: TenantScope,
    project: string,
    promptBase: string,
    words: Template | null,
    revision: Revision,
  ): Promise<HeldVersions['prompts']> {
    const modes = processModeSchema.options.map((mode) => promptPathsOf(promptBase, mode));
    const own = new Set(modes.flatMap((paths) => paths.own ?? []));
    const queue = new Set([...modes.map(({ base }) => base), ...own, ...includedBy(words)]);
    const held: HeldVersions['prompts'][number][] = [];
    // What is added while it runs is met as well.
    for (const path of queue) {
      const [top] = await this.library.at(scope, project, path, revision, own.has(path));
      if (top === undefined) continue;
      const { layer, version } = top.source;
      held.push({ path, layer, version });
      if (held.length === MAX_HELD) break;
      for (const included of includedBy(top.template)) queue.add(included);
    }
    return held;
  }
}

function includedBy(template: Template | null): readonly string[] {
  return template === null
    ? []
    : includedNames(template).flatMap((name) => includedPath(name) ?? []);
}
