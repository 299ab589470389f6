import { Injectable } from '@nestjs/common';
import { KitRepository, type KitContent, type KitDocument, type KitHead } from '@vance/data';
import {
  DocumentService,
  SettingCatalogue,
  SettingsService,
  type DocumentAuthor,
} from '@vance/documents';
import { DomainError, conflict, forbidden, notFound, type TenantScope } from '@vance/kernel';
import { Audit } from '@vance/tenancy';
import type { Kit, KitFile, KitManifest, KitSetting, RawFile } from './core/kit';
import { kitInvalid } from './core/kit-invalid';
import { kitOf, parseKit } from './core/parse-kit';
import { KitCheck } from './kit-check';
import { KitWriter } from './kit-writer';

/** What an application has changed; nothing, where all of it stood there already. */
export interface KitApplied {
  readonly name: string;
  readonly hash: string;
  readonly changed: readonly string[];
}

const EXPORTED = ['recipes/', 'prompts/', 'manuals/', 'ai-models.yaml'];
/** Documents under one of these looked at for an export. */
const MAX_LISTED = 500;

/**
 * Bundles of what engines are played by. Staging one changes nothing that counts, so anyone who works in the project may;
 * applying one is an administrator's, and names the hash of exactly what was looked at.
 */
@Injectable()
export class KitService {
  constructor(
    private readonly kits: KitRepository,
    private readonly documents: DocumentService,
    private readonly settings: SettingsService,
    private readonly catalogue: SettingCatalogue,
    private readonly check: KitCheck,
    private readonly writer: KitWriter,
    private readonly audit: Audit,
  ) {}

  /** Kits of the project in order of names: what is staged, what is under way, what was applied last. */
  list(scope: TenantScope, project: string): Promise<readonly KitHead[]> {
    return this.kits.list(scope, project);
  }

  /** @throws DomainError NOT_FOUND */
  async read(scope: TenantScope, project: string, name: string): Promise<KitDocument> {
    const kit = await this.kits.find(scope, { project, name });
    if (kit === null) throw notFound(`kit ${name}`);
    return kit;
  }

  /** Keeps a kit for an administrator to look at. @throws DomainError KIT_INVALID, KIT_BUSY, LIMIT_EXCEEDED */
  async stage(
    scope: TenantScope,
    project: string,
    files: readonly RawFile[],
    by: string,
  ): Promise<Kit> {
    const parsed = parseKit(files);
    if (!parsed.ok) throw kitInvalid(parsed.error);
    const kit = parsed.value;
    await this.check.check(scope, project, kit);
    if (!(await this.kits.stage(scope, { project, name: kit.name }, contentOf(kit), by)))
      throw busy(kit.name);
    const { name, version, hash } = kit;
    const row = { actor: by, action: 'kit-staged' as const, target: `${project}/${name}` };
    await this.audit.noteBounded(scope, { ...row, data: { version, hash } });
    return kit;
  }

  /**
   * Writes everything the kit brings, or, where anything in it would be refused, nothing. A crash in between is finished
   * by the upkeep of any process.
   * @param hash of what was looked at
   * @throws DomainError FORBIDDEN, NOT_FOUND, KIT_CHANGED, KIT_BUSY, KIT_INVALID
   */
  async apply(
    scope: TenantScope,
    project: string,
    name: string,
    hash: string,
    by: DocumentAuthor,
  ): Promise<KitApplied> {
    try {
      return await this.applyStaged(scope, project, name, hash, by);
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'NOT_FOUND') {
        const row = {
          actor: by.userId,
          action: 'kit-refused' as const,
          outcome: 'refused' as const,
        };
        const data = { hash, code: error.code };
        await this.audit.noteBounded(scope, { ...row, target: `${project}/${name}`, data });
      }
      throw error;
    }
  }

  private async applyStaged(
    scope: TenantScope,
    project: string,
    name: string,
    hash: string,
    by: DocumentAuthor,
  ): Promise<KitApplied> {
    if (!by.administers) throw forbidden('Only an administrator of the tenant applies a kit.');
    const staged = await this.read(scope, project, name);
    if (staged.hash !== hash) throw changed(staged);
    await this.check.check(scope, project, kitIn(staged));
    const begun = await this.kits.begin(scope, { project, name }, hash, by.userId);
    if (begun === null) {
      const now = await this.read(scope, project, name);
      throw now.hash === hash ? busy(name) : changed(now);
    }
    return { name, hash, changed: await this.writer.write(begun) };
  }

  /**
   * The project's own layer as a kit, secrets left out; of a kit that was applied here only what it brought, as it is now.
   * @throws DomainError KIT_INVALID where there is nothing
   */
  async export(
    scope: TenantScope,
    project: string,
    { name, version, description }: Pick<KitManifest, 'name'> & Partial<KitManifest>,
  ): Promise<Kit> {
    const applied = (await this.kits.find(scope, { project, name }))?.applied;
    const [files, settings] = await Promise.all([
      this.filesOf(scope, project, applied?.paths),
      this.settingsOf(scope, project, applied?.keys),
    ]);
    if (files.length + settings.length === 0)
      throw kitInvalid([{ path: '', message: 'The project has nothing of its own to export.' }]);
    const manifest = {
      name,
      version: version ?? applied?.version ?? '1.0.0',
      description: description ?? applied?.description ?? '',
    };
    return kitOf(manifest, files, settings);
  }

  /** Forgets a kit; what it brought stays. @throws DomainError NOT_FOUND, KIT_BUSY */
  async remove(scope: TenantScope, project: string, name: string, by: string): Promise<void> {
    if (await this.kits.remove(scope, { project, name })) {
      const target = `${project}/${name}`;
      return this.audit.record(scope, { actor: by, action: 'kit-removed', target });
    }
    await this.read(scope, project, name);
    throw busy(name);
  }

  private async filesOf(
    scope: TenantScope,
    project: string,
    only: readonly string[] | undefined,
  ): Promise<KitFile[]> {
    const paths = only ?? (await this.ownPaths(scope, project));
    const found = await Promise.all(
      paths.map((path) => this.documents.lookFor(scope, project, path)),
    );
    return found.flatMap((one) => (one === null ? [] : [{ path: one.path, content: one.content }]));
  }

  private async ownPaths(scope: TenantScope, project: string): Promise<readonly string[]> {
    const page = { limit: MAX_LISTED };
    const heads = await Promise.all(
      EXPORTED.map((prefix) => this.documents.list(scope, project, prefix, page)),
    );
    return heads.flat().map(({ path }) => path);
  }

  private async settingsOf(
    scope: TenantScope,
    project: string,
    only: readonly string[] | undefined,
  ): Promise<KitSetting[]> {
    const all = await this.settings.list(scope, project);
    return all.flatMap(({ key, own }) =>
      own === undefined || this.catalogue.isSecret(key) || (only && !only.includes(key))
        ? []
        : [{ key, value: own }],
    );
  }
}

function contentOf({ version, description, hash, files, settings }: Kit): KitContent {
  const texts = settings.map(({ key, value }) => ({ key, value: JSON.stringify(value) }));
  return { version, description, hash, files, settings: texts };
}

function kitIn({ files, settings }: KitDocument): Pick<Kit, 'files' | 'settings'> {
  return { files, settings: settings.map(({ key, value }) => ({ key, value: JSON.parse(value) })) };
}

function changed({ name, hash }: KitDocument): DomainError {
  const message = `What is staged as ${name} has the hash ${hash}: look at that, and name its hash.`;
  return conflict('KIT_CHANGED', message);
}

function busy(name: string): DomainError {
  return conflict('KIT_BUSY', `${name} is being applied right now; try again when that has ended.`);
}
