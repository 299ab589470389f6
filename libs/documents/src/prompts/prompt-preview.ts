import { Injectable } from '@nestjs/common';
import { notFound, type TenantScope } from '@vance/kernel';
import { checkTemplate, renderWithIncludes } from '@vance/prompt-template';
import { TenantConfig } from '../settings/tenant-config';
import { PromptLibrary, type PromptSource } from './prompt-library';
import { includedAs, promptPathsOf } from './prompt-paths';
import type { PromptVariables } from './prompt-variables';
import { templateInvalid } from './template-faults';

/** Prompts for their writers: unlike a turn, a preview tells what is wrong with the text that counts. */
@Injectable()
export class PromptPreview {
  constructor(
    private readonly library: PromptLibrary,
    private readonly configs: TenantConfig,
  ) {}

  /** @throws DomainError NOT_FOUND; TEMPLATE_INVALID with line and column */
  async render(
    scope: TenantScope,
    project: string,
    basePath: string,
    variables: PromptVariables,
  ): Promise<{ readonly text: string; readonly source: PromptSource }> {
    const revision = await this.configs.read(scope);
    const found = await this.written(scope, project, basePath, variables);
    if (found === null) throw notFound(`prompt ${basePath}`);
    const { content, ...source } = found;
    const checked = checkTemplate(content);
    if (!checked.ok) throw templateInvalid(checked.error);
    const load = this.library.loader({ scope, project, revision });
    const name = includedAs(source.path);
    const rendered = await renderWithIncludes(checked.value, { ...variables }, load, { name });
    if (!rendered.ok) throw templateInvalid([rendered.error]);
    return { text: rendered.value, source };
  }

  private async written(
    scope: TenantScope,
    project: string,
    basePath: string,
    { mode }: PromptVariables,
  ): Promise<(PromptSource & { readonly content: string }) | null> {
    const { own, base } = promptPathsOf(basePath, mode);
    const top = own === undefined ? null : await this.library.written(scope, project, own, true);
    if (top !== null && own !== undefined) return { path: own, ...top };
    const below = await this.library.written(scope, project, base);
    return below === null ? null : { path: base, ...below };
  }
}
