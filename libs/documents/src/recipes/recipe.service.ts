import { Injectable } from '@nestjs/common';
import type { DocumentExpectation, DocumentHead, VersionRef } from '@vance/data';
import { notFound, type TenantScope } from '@vance/kernel';
import { Logger } from '@vance/observability';
import type { Layer } from '@vance/protocol';
import { BrokenDocuments } from '../broken/broken-documents';
import { faultsOf, type BrokenLayer } from '../faults/document-fault';
import { Cascade } from '../cascade/cascade';
import type { Shadowed } from '../cascade/layer';
import { RevisionCache } from '../cascade/revision-cache';
import { VersionCache } from '../cascade/version-cache';
import { DocumentService, type DocumentAuthor } from '../documents/document.service';
import { TenantConfig, type Revision } from '../settings/tenant-config';
import { DEFAULT_RECIPE, goneFault, SHIPPED } from './default-recipe';
import { parseRecipe } from './parse-recipe';
import { playable, type Recipe } from './recipe';
import { recipeNameOf, recipePathOf } from './recipe-check';
import { recipeFaults, recipeUnsound } from './recipe-faults';
import type { RecipeSource } from './recipe.schema';

/** A recipe with where it comes from. */
export interface EffectiveRecipe {
  readonly recipe: Recipe;
  readonly layer: Layer;
  /** The document's version; 0 for what the product ships. */
  readonly version: number;
  readonly shadowed: readonly Shadowed[];
  /** Layers above it that are broken, so that it counts; absent where there is none. */
  readonly faults?: readonly BrokenLayer[];
}

/** A recipe that no layer has sound. */
export interface BrokenRecipe {
  readonly name: string;
  /** The nearest first. */
  readonly faults: readonly [BrokenLayer, ...BrokenLayer[]];
}

interface Found extends Omit<EffectiveRecipe, 'recipe'> {
  readonly source: RecipeSource;
}

/** What a look at every layer of a name gives; `found` is null where none is sound. */
interface Looked {
  readonly found: Found | null;
  readonly broken: readonly BrokenLayer[];
}

const BROKEN = 'a stored recipe is broken; the layer below counts';
const FALLEN_BACK =
  'a session’s recipe is gone or broken in every layer; it is played by the one that is shipped for its engine';
const HELD_UNREADABLE =
  'the recipe a plan was approved under cannot be read; the one that counts now is used';

/** Recipes through the cascade, parsed once per revision of the tenant's configuration. */
@Injectable()
export class RecipeService {
  private readonly parsed = new RevisionCache<Looked>();
  private readonly versions = new VersionCache<RecipeSource>();

  constructor(
    private readonly cascade: Cascade,
    private readonly documents: DocumentService,
    private readonly configs: TenantConfig,
    private readonly broken: BrokenDocuments,
    private readonly logger: Logger,
  ) {}

  /**
   * The recipe that turns are played by, as a client of `profile` plays it: the one that counts, or, where no layer
   * has that one sound any more, what the product ships for the engine. A session never loses a turn to its recipe.
   * @param config what the caller has read of the tenant already, saves a read
   * @throws DomainError BAD_REQUEST for what is no name
   */
  async effective(
    scope: TenantScope,
    project: string,
    name: string,
    profile?: string,
    config?: Revision,
  ): Promise<EffectiveRecipe> {
    const revision = config ?? (await this.configs.read(scope));
    const { found, broken } = await this.look(scope, project, name, revision);
    if (found === null) return this.fallBack(scope, project, name, broken, profile);
    return played(found, profile);
  }

  /** The recipe of a name, or what is wrong with it in every layer. @throws DomainError NOT_FOUND, BAD_REQUEST */
  async described(
    scope: TenantScope,
    project: string,
    name: string,
    profile?: string,
  ): Promise<EffectiveRecipe | BrokenRecipe> {
    const revision = await this.configs.read(scope);
    const { found, broken } = await this.look(scope, project, name, revision);
    if (found !== null) return played(found, profile);
    const [nearest, ...below] = broken;
    if (nearest === undefined) throw notFound(`recipe ${name}`);
    return { name, faults: [nearest, ...below] };
  }

  /**
   * The recipe of this very name, for whoever is to begin something by it.
   * @throws DomainError NOT_FOUND, BAD_REQUEST; RECIPE_INVALID where no layer has it sound
   */
  async named(
    scope: TenantScope,
    project: string,
    name: string,
    profile?: string,
  ): Promise<EffectiveRecipe> {
    const found = await this.described(scope, project, name, profile);
    if ('recipe' in found) return found;
    throw recipeUnsound(
      name,
      found.faults.flatMap(({ faults }) => faults),
    );
  }

  /**
   * The recipe as it was in one version, whatever counts now; the one that counts, with a warning, where that
   * version cannot be read any more.
   */
  async held(
    scope: TenantScope,
    project: string,
    name: string,
    ref: VersionRef,
    profile?: string,
    config?: Revision,
  ): Promise<EffectiveRecipe> {
    const path = recipePathOf(name);
    const source = await this.sourceAt(scope, project, { path, name }, ref);
    if (source !== null) return { recipe: playable(source, profile), ...ref, shadowed: [] };
    const { tenantId } = scope;
    this.logger.warn({ tenantId, project, path, ...ref }, HELD_UNREADABLE);
    return this.effective(scope, project, name, profile, config);
  }

  /** Every recipe that counts in a project, in order of names. */
  async list(scope: TenantScope, project: string): Promise<readonly EffectiveRecipe[]> {
    const looked = await this.lookAtAll(scope, project);
    return looked.flatMap(({ found }) => (found === null ? [] : [played(found)]));
  }

  /** The names that no layer has sound, in order. */
  async listBroken(scope: TenantScope, project: string): Promise<readonly BrokenRecipe[]> {
    const looked = await this.lookAtAll(scope, project);
    return looked.flatMap(({ name, found, broken: [nearest, ...below] }) =>
      found === null && nearest !== undefined ? [{ name, faults: [nearest, ...below] }] : [],
    );
  }

  /**
   * Checks and stores a recipe.
   * @param expected what must hold of this layer's own document, `any` when absent
   * @throws DomainError RECIPE_INVALID, and as `DocumentService.write`
   */
  save(
    scope: TenantScope,
    project: string,
    name: string,
    yaml: string,
    by: DocumentAuthor,
    expected?: DocumentExpectation,
  ): Promise<DocumentHead> {
    const text = { content: yaml };
    return this.documents.write(scope, project, recipePathOf(name), text, by, expected);
  }

  private async fallBack(
    scope: TenantScope,
    project: string,
    name: string,
    broken: readonly BrokenLayer[],
    profile: string | undefined,
  ): Promise<EffectiveRecipe> {
    const source = await this.sourceAt(scope, project, DEFAULT_RECIPE, SHIPPED);
    if (source === null) throw notFound(`recipe ${name}`);
    const gone = { layer: 'project', version: 0, faults: [{ message: goneFault(name) }] } as const;
    const faults = broken.length > 0 ? broken : [gone];
    for (const { layer, version, faults: told } of faults) {
      const place = { project, path: recipePathOf(name), layer, version };
      const words = told.map(({ message }) => message);
      this.broken.note(scope, place, words, FALLEN_BACK);
    }
    return { ...SHIPPED, recipe: playable(source, profile), shadowed: [], faults };
  }

  /** A recipe as one version has it; null where that cannot be read. */
  private sourceAt(
    scope: TenantScope,
    project: string,
    { path, name }: { readonly path: string; readonly name: string },
    ref: VersionRef,
  ): Promise<RecipeSource | null> {
    return this.versions.get(scope, project, path, ref, async () => {
      const text = await this.cascade.version(scope, project, path, ref);
      const parsed = text && parseRecipe(text.content, name);
      return parsed?.ok ? parsed.value : null;
    });
  }

  private async lookAtAll(
    scope: TenantScope,
    project: string,
  ): Promise<readonly (Looked & { readonly name: string })[]> {
    const config = await this.configs.read(scope);
    const paths = await this.cascade.list(scope, project, 'recipes/');
    const names = paths.flatMap((path) => recipeNameOf(path) ?? []);
    return Promise.all(
      names.map(async (name) => ({ name, ...(await this.look(scope, project, name, config)) })),
    );
  }

  private look(
    scope: TenantScope,
    project: string,
    name: string,
    config: Revision,
  ): Promise<Looked> {
    return this.parsed.get(scope, config, `${project}/${name}`, () =>
      this.parse(scope, project, name),
    );
  }

  /** A recipe that got in broken never stops a turn: the next layer counts. */
  private async parse(scope: TenantScope, project: string, name: string): Promise<Looked> {
    const path = recipePathOf(name);
    const layers = await this.cascade.layers(scope, project, path);
    const broken: BrokenLayer[] = [];
    for (const [index, { layer, version, content }] of layers.entries()) {
      const parsed = parseRecipe(content, name);
      if (parsed.ok) {
        const below = layers.slice(index + 1);
        const shadowed = below.map((one) => ({ layer: one.layer, version: one.version }));
        const faults = broken.length === 0 ? {} : { faults: broken };
        return { found: { source: parsed.value, layer, version, shadowed, ...faults }, broken };
      }
      const faults = faultsOf(recipeFaults.refusal(parsed.error));
      broken.push({ layer, version, faults });
      const told = faults.map(({ message }) => message);
      this.broken.note(scope, { project, path, layer, version }, told, BROKEN);
    }
    return { found: null, broken };
  }
}

function played({ source, ...provenance }: Found, profile?: string): EffectiveRecipe {
  return { ...provenance, recipe: playable(source, profile) };
}
