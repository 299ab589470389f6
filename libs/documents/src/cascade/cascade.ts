import { Injectable } from '@nestjs/common';
import { BundledFiles } from '@vance/config';
import { DocumentRepository, type VersionRef } from '@vance/data';
import type { TenantScope } from '@vance/kernel';
import { TENANT_PROJECT } from '@vance/tenancy';
import { assertDocumentPath } from '../documents/document-path';
import { topOf, type EffectiveText, type LayerText } from './layer';

/** Most paths of one layer that a listing looks at. */
const MAX_LISTED = 1_000;

/** Project over `_tenant` over what the product ships: a document replaces the ones below it whole. */
@Injectable()
export class Cascade {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly bundled: BundledFiles,
  ) {}

  /** The effective text at a path; null when no layer has one. @throws DomainError BAD_REQUEST */
  async effective(
    scope: TenantScope,
    project: string,
    path: string,
  ): Promise<EffectiveText | null> {
    return topOf(await this.layers(scope, project, path));
  }

  /** Every layer's text at a path, the effective one first. */
  async layers(scope: TenantScope, project: string, path: string): Promise<readonly LayerText[]> {
    assertDocumentPath(path);
    const found = await this.documents.findIn(scope, projectsOf(project), path);
    const layers: LayerText[] = [];
    for (const name of projectsOf(project)) {
      const document = found.find((candidate) => candidate.project === name);
      if (document === undefined) continue;
      const { version } = document;
      const content = textOf(document);
      layers.push({ layer: name === TENANT_PROJECT ? 'tenant' : 'project', version, content });
    }
    const shipped = this.shipped(path);
    if (shipped !== undefined) layers.push({ layer: 'bundled', version: 0, content: shipped });
    return layers;
  }

  /** The text at a path in one version of one layer, whatever counts now; null where it cannot be read. */
  async version(
    scope: TenantScope,
    project: string,
    path: string,
    { layer, version }: VersionRef,
  ): Promise<LayerText | null> {
    if (layer === 'bundled') {
      const content = this.shipped(path);
      return content === undefined ? null : { layer, version: 0, content };
    }
    const key = { project: layer === 'tenant' ? TENANT_PROJECT : project, path };
    const found = await this.documents.version(scope, key, version);
    if (found === null || found.deletedAt !== undefined) return null;
    return { layer, version, content: textOf(found) };
  }

  /** Paths below a folder that any layer has, sorted. */
  async list(scope: TenantScope, project: string, folder: string): Promise<readonly string[]> {
    const page = { limit: MAX_LISTED };
    const own = await Promise.all(
      projectsOf(project).map((name) => this.documents.list(scope, name, folder, page)),
    );
    const paths = own.flat().map((head) => head.path);
    const shipped = this.bundled.list(folder).filter((path) => !isOfThePlatform(path));
    return [...new Set([...paths, ...shipped])].sort();
  }

  private shipped(path: string): string | undefined {
    return isOfThePlatform(path) ? undefined : this.bundled.read(path);
  }
}

/** The demo tenants with their sign-ins: shipped beside the cascade, and no tenant's to read. */
function isOfThePlatform(path: string): boolean {
  return path.startsWith('seed/');
}

/** What others wrote into the database may be anything; a turn must not fall over it. */
function textOf({ content }: { readonly content?: unknown }): string {
  return typeof content === 'string' ? content : '';
}

function projectsOf(project: string): readonly string[] {
  return project === TENANT_PROJECT ? [TENANT_PROJECT] : [project, TENANT_PROJECT];
}
