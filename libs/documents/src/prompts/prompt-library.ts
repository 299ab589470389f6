import { Injectable } from '@nestjs/common';
import { err, ok, Recent, type Result, type TenantScope } from '@vance/kernel';
import { Logger } from '@vance/observability';
import {
  checkTemplate,
  describeFault,
  type LoadIncluded,
  type Template,
} from '@vance/prompt-template';
import type { Layer } from '@vance/protocol';
import { BrokenDocuments } from '../broken/broken-documents';
import { Cascade } from '../cascade/cascade';
import type { LayerText } from '../cascade/layer';
import type { HeldVersions, VersionRef } from '@vance/data';
import { RevisionCache } from '../cascade/revision-cache';
import { VersionCache } from '../cascade/version-cache';
import type { Revision } from '../settings/tenant-config';
import { includedPath } from './prompt-paths';

/** Where a prompt comes from. */
export interface PromptSource {
  readonly path: string;
  readonly layer: Layer;
  /** The document's version; 0 for what the product ships. */
  readonly version: number;
}

/** A prompt of one layer, ready to be rendered. */
export interface ReadyPrompt {
  readonly template: Template;
  readonly source: PromptSource;
}

/** Templates by what they are included as; shared by all renderings of a project's revision. */
export type Included = Map<string, Awaited<ReturnType<LoadIncluded>>>;

const BROKEN = 'a stored template is broken; the layer below counts';

/** Where a prompt is looked up: a project at a revision, perhaps held to versions of before (3.5). */
export interface PromptPlace {
  readonly scope: TenantScope;
  readonly project: string;
  readonly revision: Revision;
  readonly held?: HeldVersions;
}

/** Prompts of the cascade as checked templates, read once per revision and parsed once per text. */
@Injectable()
export class PromptLibrary {
  /** By the text itself, so that a version that comes back, or an edit elsewhere, costs no parsing. */
  private readonly templates = new Recent<Template>(2_000);
  private readonly layers = new RevisionCache<readonly ReadyPrompt[]>();
  private readonly included = new RevisionCache<Included>();
  private readonly versions = new VersionCache<ReadyPrompt>();

  constructor(
    private readonly cascade: Cascade,
    private readonly broken: BrokenDocuments,
    private readonly logger: Logger,
  ) {}

  /**
   * Every layer's prompt at a path, the one that counts first; blank counts as missing. One that got in broken is
   * left out, with a warning: the layer below counts.
   * @param blankEnds a blank top layer means that there is nothing at this path at all
   */
  at(
    scope: TenantScope,
    project: string,
    path: string,
    revision: Revision,
    blankEnds = false,
  ): Promise<readonly ReadyPrompt[]> {
    return this.layers.get(scope, revision, `${project}/${path}?${blankEnds}`, async () => {
      const layers = await this.cascade.layers(scope, project, path);
      if (blankEnds && layers[0] && isBlank(layers[0])) return [];
      return layers
        .filter((layer) => !isBlank(layer))
        .flatMap((layer) => this.ready(scope, project, path, layer));
    });
  }

  /** The text that counts at a path, as it is written; null where there is none (`blankEnds` as in `at`). */
  async written(
    scope: TenantScope,
    project: string,
    path: string,
    blankEnds = false,
  ): Promise<LayerText | null> {
    const layers = await this.cascade.layers(scope, project, path);
    const speaking = layers.find((layer) => !isBlank(layer));
    return !speaking || (blankEnds && speaking !== layers[0]) ? null : speaking;
  }

  /**
   * The prompts that may speak at a path, the first one first (`blankEnds` as in `at`). Where the place is held to
   * versions: the one it is held to, none where there was none, what counts now where that version is lost.
   */
  async speaking(
    { scope, project, revision, held }: PromptPlace,
    path: string,
    blankEnds = false,
  ): Promise<readonly ReadyPrompt[]> {
    const ref = held?.prompts.find((prompt) => prompt.path === path);
    if (held !== undefined && ref === undefined) return [];
    return (
      (ref && (await this.held(scope, project, path, ref))) ??
      this.at(scope, project, path, revision, blankEnds)
    );
  }

  /** What renderings of a place have included so far. */
  includedIn({ scope, project, revision, held }: PromptPlace): Promise<Included> {
    if (held !== undefined) return Promise.resolve(new Map());
    return this.included.get(scope, revision, project, () => Promise.resolve(new Map()));
  }

  /**
   * Loads what a prompt includes: `include "x"` is `prompts/x.md` of the cascade. Where the place is held to versions,
   * what no held prompt names literally is taken as it is now.
   */
  loader({ scope, project, revision, held }: PromptPlace): LoadIncluded {
    return async (name) => {
      const path = includedPath(name);
      if (path === null) return null;
      const ref = held?.prompts.find((prompt) => prompt.path === path);
      const [top] =
        (ref && (await this.held(scope, project, path, ref))) ??
        (await this.at(scope, project, path, revision));
      return top?.template ?? null;
    };
  }

  /** One version of a prompt, whatever counts now; null, with a warning, where it cannot be read any more. */
  private async held(
    scope: TenantScope,
    project: string,
    path: string,
    { layer, version }: VersionRef,
  ): Promise<readonly [ReadyPrompt] | null> {
    const ref = { layer, version };
    const { tenantId } = scope;
    const prompt = await this.versions.get(scope, project, path, ref, async () => {
      const text = await this.cascade.version(scope, project, path, ref);
      return text && (this.ready(scope, project, path, text)[0] ?? null);
    });
    if (prompt !== null) return [prompt];
    const message =
      'a prompt a plan was approved under cannot be read; the one that counts now is used';
    this.logger.warn({ tenantId, project, path, ...ref }, message);
    return null;
  }

  /** The template of a text; its faults, in words, where it is none. */
  parse(text: string): Result<Template, readonly string[]> {
    const known = this.templates.get(text);
    if (known) return ok(known);
    const checked = checkTemplate(text);
    if (!checked.ok) return err(checked.error.map(describeFault));
    this.templates.set(text, checked.value);
    return checked;
  }

  private ready(
    scope: TenantScope,
    project: string,
    path: string,
    { layer, version, content }: LayerText,
  ): readonly ReadyPrompt[] {
    const template = this.parse(content);
    if (template.ok) return [{ template: template.value, source: { path, layer, version } }];
    this.broken.note(scope, { project, path, layer, version }, template.error, BROKEN);
    return [];
  }
}

function isBlank({ content }: LayerText): boolean {
  return content.trim() === '';
}
