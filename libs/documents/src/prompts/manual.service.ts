import { Injectable } from '@nestjs/common';
import { notFound, type TenantScope } from '@vance/kernel';
import { Cascade } from '../cascade/cascade';
import type { EffectiveText } from '../cascade/layer';

/** A manual's name with its first heading. */
export interface ManualHead {
  readonly name: string;
  readonly title: string;
}

/** Manuals through the cascade: `manuals/<name>.md` (bundled: `prompts/manuals/`). */
@Injectable()
export class ManualService {
  constructor(private readonly cascade: Cascade) {}

  /** In order of names. */
  async list(scope: TenantScope, project: string): Promise<readonly ManualHead[]> {
    const paths = await this.cascade.list(scope, project, 'manuals/');
    const names = paths.flatMap((path) => /^manuals\/([^/]+)\.md$/.exec(path)?.[1] ?? []);
    return Promise.all(
      names.map(async (name) => {
        const { content } = await this.read(scope, project, name);
        return { name, title: /^#\s+(.+)$/m.exec(content)?.[1]?.trim() ?? name };
      }),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async read(scope: TenantScope, project: string, name: string): Promise<EffectiveText> {
    const manual = await this.cascade.effective(scope, project, `manuals/${name}.md`);
    if (manual === null) throw notFound(`manual ${name}`);
    return manual;
  }
}
