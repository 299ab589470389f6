import { DomainError, derivedId, newId, type TenantScope } from '@vance/kernel';
import type { Collection, Document } from 'mongodb';
import type { Database } from '../database';
import { insertedAs } from '../tenancy/duplicate-key';
import {
  kitSchema,
  type AppliedKit,
  type KitBefore,
  type KitContent,
  type KitDocument,
} from './kit.schema';

/** Most kits of a project. */
const MAX_KITS = 50;
/** How long whoever applies a kit may be silent before another goes on, in seconds. */
const KIT_LEASE_SECONDS = 60;

/** Where a kit stands. */
export interface KitKey {
  readonly project: string;
  readonly name: string;
}

/** A kit without the texts it brings. */
export type KitHead = Omit<KitDocument, 'files' | 'settings'> & {
  readonly paths: readonly string[];
  readonly keys: readonly string[];
};

/** The kits of projects. A kit's own document is the journal of its application. */
export class KitRepository {
  private readonly rows: Collection<KitDocument>;

  constructor(database: Database) {
    this.rows = database.collection('kits', kitSchema);
  }

  find(scope: TenantScope, key: KitKey): Promise<KitDocument | null> {
    return this.rows.findOne(idOf(scope, key));
  }

  /** In order of names. */
  async list({ tenantId }: TenantScope, project: string): Promise<readonly KitHead[]> {
    const found = await this.rows
      .find({ tenantId, project: { $eq: project } })
      .project<KitDocument>({ 'files.content': 0, 'settings.value': 0 })
      .sort({ name: 1 })
      .limit(MAX_KITS)
      .toArray();
    return found.map(({ files, settings, ...head }) => ({
      ...head,
      ...{ paths: files.map(({ path }) => path), keys: settings.map(({ key }) => key) },
    }));
  }

  /**
   * Keeps a kit for later; what was staged under its name is replaced.
   * @returns false while it is being applied. @throws DomainError LIMIT_EXCEEDED
   */
  async stage(scope: TenantScope, key: KitKey, kit: KitContent, by: string): Promise<boolean> {
    const id = idOf(scope, key);
    const { version, description, hash, files, settings } = kit;
    const fields = {
      ...{ version, description, hash, files: [...files], settings: [...settings] },
      ...{ stagedAt: new Date(), stagedBy: by },
    };
    const replace = () =>
      this.rows.updateOne(
        { ...id, applying: { $exists: false } },
        { $set: fields, $unset: { fault: true } },
      );
    if ((await replace()).matchedCount > 0) return true;
    if ((await this.rows.findOne(id, { projection: { _id: 1 } })) !== null) return false;
    const others = { tenantId: scope.tenantId, project: { $eq: key.project } };
    if ((await this.rows.countDocuments(others, { limit: MAX_KITS })) >= MAX_KITS) throw full();
    if (await insertedAs(this.rows, { ...id, ...key, ...fields })) return true;
    return (await replace()).matchedCount > 0;
  }

  /** Begins to apply exactly this content. Null: it is another by now, or is being applied. */
  begin(scope: TenantScope, key: KitKey, hash: string, by: string): Promise<KitDocument | null> {
    const filter = { ...idOf(scope, key), hash: { $eq: hash }, applying: { $exists: false } };
    return this.claim(filter, {
      hash: { $literal: hash },
      by: { $literal: by },
      tries: { $literal: 1 },
    });
  }

  /** For the platform's upkeep: takes over an application whose writer has been silent too long. */
  takeOver(): Promise<KitDocument | null> {
    const filter = {
      'applying.until': { $exists: true },
      $expr: { $lt: ['$applying.until', '$$NOW'] },
    };
    const { hash, by } = { hash: '$applying.hash', by: '$applying.by' };
    return this.claim(filter, { hash, by, tries: { $add: ['$applying.tries', 1] } });
  }

  /** Keeps what stands where the kit is about to write. @returns false when another has taken over meanwhile */
  async keepBefore({ _id, tenantId, applying }: KitDocument, before: KitBefore): Promise<boolean> {
    if (applying === undefined) return false;
    const { matchedCount } = await this.rows.updateOne(
      { _id, tenantId, 'applying.token': applying.token },
      { $set: { 'applying.before': before } },
    );
    return matchedCount > 0;
  }

  /** Everything is written. @returns false when another has taken over meanwhile */
  async finish(kit: KitDocument): Promise<boolean> {
    const { _id, tenantId, applying, version, description, hash, files, settings } = kit;
    if (applying === undefined) return false;
    const applied: AppliedKit = {
      ...{ version, description, hash, by: applying.by, at: new Date() },
      ...{ paths: files.map(({ path }) => path), keys: settings.map(({ key }) => key) },
    };
    const { matchedCount } = await this.rows.updateOne(
      { _id, tenantId, 'applying.token': applying.token },
      { $set: { applied }, $unset: { applying: true, fault: true } },
    );
    return matchedCount > 0;
  }

  /** It could not be written; `again`: the upkeep tries once more when the lease has run out. */
  async fail(
    { _id, tenantId, applying }: KitDocument,
    fault: string,
    again: boolean,
  ): Promise<void> {
    if (applying === undefined) return;
    await this.rows.updateOne(
      { _id, tenantId, 'applying.token': applying.token },
      { $set: { fault }, ...(again ? {} : { $unset: { applying: true } }) },
    );
  }

  /** Forgets a kit; what it brought stays. @returns false when there is none, or it is being applied */
  async remove(scope: TenantScope, key: KitKey): Promise<boolean> {
    const filter = { ...idOf(scope, key), applying: { $exists: false } };
    return (await this.rows.deleteOne(filter)).deletedCount > 0;
  }

  private claim(filter: Document, applying: Document): Promise<KitDocument | null> {
    const token = newId('kit');
    const until = { $add: ['$$NOW', KIT_LEASE_SECONDS * 1_000] };
    return this.rows.findOneAndUpdate(
      filter,
      [{ $set: { applying: { ...applying, token: { $literal: token }, until } } }],
      { returnDocument: 'after' },
    );
  }
}

function idOf({ tenantId }: TenantScope, { project, name }: KitKey) {
  return { _id: derivedId('kit', tenantId, project, name), tenantId };
}

function full(): DomainError {
  const message = `The project has ${MAX_KITS} kits already.`;
  return new DomainError('LIMIT_EXCEEDED', message, { status: 422, fixer: 'model' });
}
