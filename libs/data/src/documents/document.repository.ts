import { createHash } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import { derivedId, type TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { insertedAs } from '../tenancy/duplicate-key';
import type { NamePage } from '../tenancy/page';
import {
  documentSchema,
  documentVersionSchema,
  type DocumentDocument,
  type DocumentHead,
} from './document.schema';
import { meetsExpectation, type DocumentExpectation } from './expectation';

/** Where a document stands. */
export interface DocumentKey {
  readonly project: string;
  readonly path: string;
}

/** What a write leaves behind. */
export interface DocumentWrite {
  readonly content: string;
  /** The one it has stays when absent; null: none. */
  readonly title?: string | null;
  readonly updatedBy: string;
  /** The version whose text comes back with it. */
  readonly restoredFrom?: number;
}

/** A page of a path's versions. */
export interface VersionPage {
  readonly limit: number;
  readonly before?: number;
}

/** A tenant's documents, looked up by key; no path ever reaches a file system. */
export class DocumentRepository {
  private readonly rows: Collection<DocumentDocument>;
  /** Versions that were replaced. */
  private readonly filed: Collection<DocumentDocument>;

  constructor(database: Database) {
    this.rows = database.collection('documents', documentSchema);
    this.filed = database.collection('document_versions', documentVersionSchema);
  }

  find(scope: TenantScope, key: DocumentKey): Promise<DocumentDocument | null> {
    return this.rows.findOne({ ...idOf(scope, key), deletedAt: { $exists: false } });
  }

  /** The documents at one path in several projects (the cascade's layers), in one query. */
  findIn(
    scope: TenantScope,
    projects: readonly string[],
    path: string,
  ): Promise<readonly DocumentDocument[]> {
    const ids = projects.map((project) => idOf(scope, { project, path })._id);
    return this.rows
      .find({ _id: { $in: ids }, tenantId: scope.tenantId, deletedAt: { $exists: false } })
      .toArray();
  }

  /** Heads whose path begins with `prefix`, in order of paths. */
  list(
    scope: TenantScope,
    project: string,
    prefix: string,
    { limit, after }: NamePage,
  ): Promise<readonly DocumentHead[]> {
    return this.rows
      .find(within(scope, project, prefix, after))
      .sort({ path: 1 })
      .limit(limit)
      .project<DocumentHead>({ content: 0 })
      .toArray();
  }

  /** Documents whose path or content holds all the words, in order of paths; `words` are plain text. */
  search(
    scope: TenantScope,
    project: string,
    words: readonly string[],
    limit: number,
  ): Promise<readonly DocumentDocument[]> {
    const filter: Document = within(scope, project, '');
    filter['$and'] = words.map((word) => {
      const pattern = { $regex: word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' };
      return { $or: [{ path: pattern }, { title: pattern }, { content: pattern }] };
    });
    return this.rows.find(filter).sort({ path: 1 }).limit(limit).maxTimeMS(5_000).toArray();
  }

  /**
   * The newest first, heads only.
   * @param page.before only versions below it
   */
  async history(
    scope: TenantScope,
    key: DocumentKey,
    { limit, before = Number.MAX_SAFE_INTEGER }: VersionPage,
  ): Promise<readonly DocumentHead[]> {
    const head = { projection: { content: 0 } };
    // The last version first: what replaces it meanwhile has filed it before.
    const last = await this.rows.findOne<DocumentHead>(idOf(scope, key), head);
    if (last === null) return [];
    const own = last.version < before ? [last] : [];
    const version = { $lt: Math.min(before, last.version) };
    const filed = await this.filed
      .find<DocumentHead>({ tenantId: scope.tenantId, ...named(key), version }, head)
      .sort({ version: -1 })
      .limit(limit)
      .toArray();
    return [...own, ...filed].slice(0, limit);
  }

  /** One version of a path, a deletion too; null where it never had that one. */
  async version(
    scope: TenantScope,
    key: DocumentKey,
    version: number,
  ): Promise<DocumentDocument | null> {
    const last = await this.rows.findOne(idOf(scope, key));
    if (last === null || last.version === version) return last;
    return this.filed.findOne(filedId(last._id, scope, version));
  }

  /**
   * Makes the next version of a path: the one it replaces is filed first, so every version that was ever
   * acknowledged is either the last one or filed, wherever a crash falls.
   * @returns the head after it, or null when the expectation did not hold
   */
  async write(
    scope: TenantScope,
    key: DocumentKey,
    write: DocumentWrite,
    expected: DocumentExpectation,
  ): Promise<DocumentHead | null> {
    for (;;) {
      const before = await this.rows.findOne(idOf(scope, key));
      if (!meets(before, expected)) return null;
      const title = write.title === undefined && isThere(before) ? before.title : write.title;
      const next: DocumentDocument = {
        ...idOf(scope, key),
        ...named(key),
        ...(title === undefined || title === null ? {} : { title }),
        content: write.content,
        bytes: Buffer.byteLength(write.content),
        hash: createHash('sha256').update(write.content).digest('hex'),
        version: (before?.version ?? 0) + 1,
        updatedAt: new Date(),
        updatedBy: write.updatedBy,
        ...(write.restoredFrom === undefined ? {} : { restoredFrom: write.restoredFrom }),
      };
      if (await this.replace(scope, before, next)) return headOf(next);
    }
  }

  /**
   * A version without a text.
   * @returns its number; `absent`: there is nothing; `other`: what stands there is not what was expected
   */
  async delete(
    scope: TenantScope,
    key: DocumentKey,
    updatedBy: string,
    expected: Exclude<DocumentExpectation, 'absent'>,
  ): Promise<number | 'absent' | 'other'> {
    for (;;) {
      const before = await this.rows.findOne(idOf(scope, key));
      if (!isThere(before)) return 'absent';
      if (!meets(before, expected)) return 'other';
      const now = new Date();
      const gone: DocumentDocument = {
        ...idOf(scope, key),
        ...named(key),
        ...{ content: '', bytes: 0, version: before.version + 1 },
        ...{ updatedAt: now, updatedBy, deletedAt: now },
      };
      if (await this.replace(scope, before, gone)) return gone.version;
    }
  }

  /** Files a version and puts the next one in its place; false when someone else did, so judge again. */
  private async replace(
    scope: TenantScope,
    before: DocumentDocument | null,
    next: DocumentDocument,
  ): Promise<boolean> {
    if (before === null) return insertedAs(this.rows, next);
    const { _id, tenantId, version } = before;
    // A rival, or a write that crashed after this line, has filed the very same.
    await insertedAs(this.filed, { ...before, ...filedId(_id, scope, version) });
    const result = await this.rows.replaceOne({ _id, tenantId, version }, next);
    return result.modifiedCount === 1;
  }
}

function headOf({ content: _, ...head }: DocumentDocument): DocumentHead {
  return head;
}

function named({ project, path }: DocumentKey): DocumentKey {
  return { project, path };
}

function filedId(
  documentId: string,
  { tenantId }: TenantScope,
  version: number,
): { _id: string; tenantId: string } {
  return { _id: `${documentId}:${version}`, tenantId };
}

function idOf(
  scope: TenantScope,
  { project, path }: DocumentKey,
): { _id: string; tenantId: string } {
  const { tenantId } = scope;
  return { _id: derivedId('doc', tenantId, project, path), tenantId };
}

function isThere(document: DocumentDocument | null): document is DocumentDocument {
  return document !== null && document.deletedAt === undefined;
}

function meets(document: DocumentDocument | null, expected: DocumentExpectation): boolean {
  return meetsExpectation(isThere(document) ? document.version : undefined, expected);
}

/** Paths have one alphabet, so a prefix is a range of the index. */
function within(scope: TenantScope, project: string, prefix: string, after?: string): Document {
  const path: Document = { $gte: prefix, $lt: `${prefix}\uffff` };
  if (after !== undefined) path['$gt'] = after;
  return {
    tenantId: scope.tenantId,
    project: { $eq: project },
    path,
    deletedAt: { $exists: false },
  };
}
