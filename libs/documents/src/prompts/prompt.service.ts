import { Injectable } from '@nestjs/common';
import type { HeldVersions } from '@vance/data';
import { err, type Result, type TenantScope } from '@vance/kernel';
import { Logger } from '@vance/observability';
import { describeFault, renderWithIncludes, type Template } from '@vance/prompt-template';
import { BrokenDocuments } from '../broken/broken-documents';
import { recipePathOf } from '../recipes/recipe-check';
import { TenantConfig, type Revision } from '../settings/tenant-config';
import { PromptLibrary, type PromptPlace, type PromptSource } from './prompt-library';
import { includedAs, promptPathsOf } from './prompt-paths';
import type { PromptVariables } from './prompt-variables';

/** A prompt as the model reads it; `source` is null where nothing was found. */
export interface RenderedPrompt {
  readonly text: string;
  readonly source: PromptSource | null;
}

const NOT_RENDERED = 'a template cannot be rendered; the layer below counts';
const WORDS_LEFT_OUT = 'the words of a recipe cannot be rendered and are left out';

/** What the caller knows already, and what it is held to. */
export interface PromptContext {
  /** What was read of the tenant: saves a read. */
  readonly config?: Revision;
  /** The versions a running plan was approved under: they speak first (3.5). */
  readonly held?: HeldVersions;
}

/** Prompts through the cascade, rendered (1.14, 4.6). Nothing that stands in one can stop a turn. */
@Injectable()
export class PromptService {
  constructor(
    private readonly library: PromptLibrary,
    private readonly configs: TenantConfig,
    private readonly broken: BrokenDocuments,
    private readonly logger: Logger,
  ) {}

  /**
   * The mode's prompt through the cascade, else the base prompt; blank, before or after rendering, counts as missing. One
   * that cannot be rendered gives the word to the layer below it, with a warning.
   * @param basePath without folder and suffix, for example `arthur-prompt`
   */
  async resolveForMode(
    scope: TenantScope,
    project: string,
    basePath: string,
    variables: PromptVariables,
    context: PromptContext = {},
  ): Promise<RenderedPrompt> {
    const place = await this.placeOf(scope, project, context);
    const { held, ...now } = place;
    const found =
      (await this.speak(place, basePath, variables)) ??
      (held && (await this.speak(now, basePath, variables)));
    if (found) return found;
    this.logger.warn({ tenantId: scope.tenantId, project, basePath }, 'there is no prompt');
    return { text: '', source: null };
  }

  /** A recipe's own words; empty, with a warning, where they cannot be rendered. */
  async words(
    scope: TenantScope,
    project: string,
    text: string,
    variables: PromptVariables,
    context: PromptContext = {},
  ): Promise<string> {
    const place = await this.placeOf(scope, project, context);
    const template = this.library.parse(text);
    const rendered = template.ok
      ? await this.render(place, template.value, recipePathOf(variables.recipe), variables)
      : err(template.error.join('; '));
    if (rendered.ok) return rendered.value;
    const { tenantId } = scope;
    const { recipe } = variables;
    this.logger.warn({ tenantId, project, recipe, fault: rendered.error }, WORDS_LEFT_OUT);
    return '';
  }

  private async placeOf(
    scope: TenantScope,
    project: string,
    { config, held }: PromptContext,
  ): Promise<PromptPlace> {
    const revision = config ?? (await this.configs.read(scope));
    return { scope, project, revision, ...(held === undefined ? {} : { held }) };
  }

  /** The first of the prompts for a mode that has something to say. */
  private async speak(
    place: PromptPlace,
    basePath: string,
    variables: PromptVariables,
  ): Promise<RenderedPrompt | undefined> {
    const { own, base } = promptPathsOf(basePath, variables.mode);
    const [above, below] = await Promise.all([
      own === undefined ? [] : this.library.speaking(place, own, true),
      this.library.speaking(place, base),
    ]);
    for (const { template, source } of [...above, ...below]) {
      const rendered = await this.render(place, template, source.path, variables);
      if (rendered.ok && rendered.value.trim() !== '') return { text: rendered.value, source };
      if (rendered.ok) continue;
      const { project } = place;
      this.broken.note(place.scope, { project, ...source }, [rendered.error], NOT_RENDERED);
    }
    return undefined;
  }

  private async render(
    place: PromptPlace,
    template: Template,
    path: string,
    variables: PromptVariables,
  ): Promise<Result<string, string>> {
    const known = await this.library.includedIn(place);
    const load = this.library.loader(place);
    const name = includedAs(path);
    const rendered = await renderWithIncludes(template, { ...variables }, load, { name, known });
    return rendered.ok ? rendered : err(describeFault(rendered.error));
  }
}
