import { Injectable } from '@nestjs/common';
import { KitRepository, type KitDocument } from '@vance/data';
import { DocumentService, SettingsService } from '@vance/documents';
import { DomainError, failpoint, tenantScope } from '@vance/kernel';
import { Logger } from '@vance/observability';
import { Audit } from '@vance/tenancy';
import { SETTINGS } from './core/kit';
import { faultsIn, refusedIn } from './kit-check';
import { KitJournal } from './kit-journal';

/** After so many tries an application is given up, and says why. */
const MAX_TRIES = 10;

/**
 * Writes what a kit brings. Everything was checked before; each text and value is written only where it differs, so
 * whoever goes on after a crash does what is left, and doing it twice changes nothing. What is refused all the same (an
 * address that leads elsewhere by now) takes all of it back.
 */
@Injectable()
export class KitWriter {
  constructor(
    private readonly kits: KitRepository,
    private readonly journal: KitJournal,
    private readonly documents: DocumentService,
    private readonly settings: SettingsService,
    private readonly audit: Audit,
    private readonly log: Logger,
  ) {}

  /**
   * Writes a kit whose application has begun. What the server fails at stays begun, and is tried again by the upkeep;
   * what is refused is over, and nothing of it stays.
   * @returns the paths and keys that were changed
   * @throws DomainError KIT_INVALID
   */
  async write(begun: KitDocument): Promise<readonly string[]> {
    if (begun.applying === undefined) return [];
    let kit = begun;
    try {
      kit = await this.journal.keep(begun);
      // What the world around may refuse comes first.
      const changed = [...(await this.writeSettings(kit)), ...(await this.writeFiles(kit))];
      await this.recordApplied(kit, begun.applying.tries, changed);
      await this.kits.finish(kit);
      return changed;
    } catch (error) {
      await this.fail(kit, begun.applying.tries, error);
      throw error;
    }
  }

  private async recordApplied(
    { tenantId, project, name, version, hash, applying }: KitDocument,
    tries: number,
    changed: readonly string[],
  ): Promise<void> {
    const record = { actor: applying?.by ?? '', action: 'kit-applied' as const };
    const target = `${project}/${name}`;
    const data = { version, hash, changed, tries };
    await this.audit.record(tenantScope(tenantId), { ...record, target, data });
  }

  private async fail(kit: KitDocument, tries: number, error: unknown): Promise<void> {
    const { _id, tenantId } = kit;
    const refused = error instanceof DomainError && error.status < 500;
    const again = !refused && tries < MAX_TRIES;
    this.log.error({ tenantId, kit: _id, again, err: error }, 'a kit could not be applied');
    const reason = refused ? toldOf(error) : 'the server failed';
    const left = again ? [] : await this.journal.undo(kit);
    const rest = left.length === 0 ? '' : ` Not brought back: ${left.join(', ')}.`;
    await this.kits.fail(kit, `${reason}${rest}`, again);
  }

  private async writeFiles(kit: KitDocument): Promise<string[]> {
    const { tenantId, project, name, files, applying } = kit;
    const scope = tenantScope(tenantId);
    const by = { userId: applying?.by ?? '', administers: true };
    const beside = new Map(files.map(({ path, content }) => [path, content]));
    const changed: string[] = [];
    for (const { path, content } of files) {
      const known = await this.documents.lookFor(scope, project, path);
      if (known?.content === content) continue;
      await this.documents
        .write(scope, project, path, { content }, by, 'any', beside)
        .catch((error: unknown) => Promise.reject(refusedIn(path, error)));
      await failpoint('kit', name);
      changed.push(path);
    }
    return changed;
  }

  private async writeSettings({
    tenantId,
    project,
    settings,
    applying,
  }: KitDocument): Promise<string[]> {
    const scope = tenantScope(tenantId);
    const changed: string[] = [];
    for (const { key, value } of settings) {
      const { own } = await this.settings.effective(scope, project, key);
      if (own !== undefined && JSON.stringify(own) === value) continue;
      const wanted: unknown = JSON.parse(value);
      await this.settings
        .put(scope, project, key, wanted, applying?.by ?? '')
        .catch((error: unknown) => Promise.reject(refusedIn(SETTINGS, error)));
      changed.push(key);
    }
    return changed;
  }
}

function toldOf(refusal: DomainError): string {
  const faults = faultsIn('', refusal).map(({ message }) => message);
  return `${refusal.code}: ${faults.slice(0, 3).join('; ')}`;
}
