import { Injectable } from '@nestjs/common';
import { KitRepository, type KitDocument } from '@vance/data';
import { DocumentService, SettingsService } from '@vance/documents';
import { conflict, DomainError, tenantScope } from '@vance/kernel';

/** What stood where a kit writes. */
type KitBefore = NonNullable<NonNullable<KitDocument['applying']>['before']>;

/**
 * The way back of a kit that turns out not to be writable whole. What stood there is kept before the first write, in the
 * kit's own document, so whoever goes on after a crash can go back as well.
 */
@Injectable()
export class KitJournal {
  constructor(
    private readonly kits: KitRepository,
    private readonly documents: DocumentService,
    private readonly settings: SettingsService,
  ) {}

  /** Keeps what stands where the kit writes, once. @throws DomainError KIT_BUSY where another has taken over */
  async keep(kit: KitDocument): Promise<KitDocument> {
    const { applying } = kit;
    if (applying === undefined || applying.before !== undefined) return kit;
    const before = await this.standing(kit);
    if (!(await this.kits.keepBefore(kit, before)))
      throw conflict('KIT_BUSY', `${kit.name} is being applied by another process.`);
    return { ...kit, applying: { ...applying, before } };
  }

  /**
   * Brings back what the kit has replaced, the last first. What somebody else has written since stays.
   * @returns what could not be brought back, each with the reason
   */
  async undo(kit: KitDocument): Promise<readonly string[]> {
    const { files, settings } = kit.applying?.before ?? { files: [], settings: [] };
    const left: string[] = [];
    const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof DomainError) || error.status >= 500) throw error;
        left.push(`${name} (${error.message})`);
      }
    };
    for (const { path, version } of [...files].reverse())
      await attempt(path, () => this.undoFile(kit, path, version));
    for (const { key, value } of [...settings].reverse())
      await attempt(key, () => this.undoSetting(kit, key, value));
    return left;
  }

  private async standing({ tenantId, project, files, settings }: KitDocument): Promise<KitBefore> {
    const scope = tenantScope(tenantId);
    const [texts, values] = await Promise.all([
      Promise.all(files.map(({ path }) => this.documents.lookFor(scope, project, path))),
      Promise.all(settings.map(({ key }) => this.settings.effective(scope, project, key))),
    ]);
    return {
      files: files.map(({ path }, index) => ({ path, version: texts[index]?.version ?? 0 })),
      settings: settings.map(({ key }, index) => {
        const own = values[index]?.own;
        return { key, value: own === undefined ? null : JSON.stringify(own) };
      }),
    };
  }

  private async undoFile(kit: KitDocument, path: string, version: number): Promise<void> {
    const { tenantId, project, applying } = kit;
    const scope = tenantScope(tenantId);
    const now = await this.documents.lookFor(scope, project, path);
    const ours = kit.files.find((file) => file.path === path)?.content;
    if (now === null || now.version === version || now.content !== ours) return;
    const by = { userId: applying?.by ?? '', administers: true };
    const expected = { versions: [now.version] };
    if (version === 0) return this.documents.delete(scope, project, path, by, expected);
    await this.documents.restore(scope, project, path, version, by, expected);
  }

  private async undoSetting(kit: KitDocument, key: string, value: string | null): Promise<void> {
    const { tenantId, project, applying } = kit;
    const scope = tenantScope(tenantId);
    const { own } = await this.settings.effective(scope, project, key);
    const now = own === undefined ? null : JSON.stringify(own);
    const ours = kit.settings.find((setting) => setting.key === key)?.value;
    if (now === value || now !== ours) return;
    const by = applying?.by ?? '';
    if (value === null) return this.settings.remove(scope, project, key, by);
    await this.settings.put(scope, project, key, JSON.parse(value), by);
  }
}
