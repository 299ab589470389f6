import { Inject, Injectable } from '@nestjs/common';
import {
  DocumentRepository,
  TenantConfigRepository,
  type DocumentDocument,
  type DocumentExpectation,
  type DocumentHead,
  type DocumentKey,
  type DocumentWrite,
  type NamePage,
  type VersionPage,
} from '@vance/data';
import {
  conflict,
  DomainError,
  forbidden,
  notFound,
  wellFormed,
  type TenantScope,
} from '@vance/kernel';
import type { AuditData } from '@vance/protocol';
import { Audit, TENANT_PROJECT } from '@vance/tenancy';
import { DOCUMENT_CHECKS, type CheckedPlace, type DocumentCheck } from './document-checks';
import {
  assertCounts,
  assertDocumentPath,
  assertDocumentPrefix,
  isConfigurationPath,
} from './document-path';
import { preconditionFailed } from './etag';
import { snippetsOf, wordsOf } from './find-words';
import { textDiff } from './text-diff';

/** Largest document. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

/** Who writes, and whether as an administrator of the tenant. A tool never is one. */
export interface DocumentAuthor {
  readonly userId: string;
  readonly administers: boolean;
}

/** A document that a search found. */
export interface DocumentHit {
  readonly path: string;
  readonly title?: string;
  readonly version: number;
  /** The lines the words stand in, cut to a readable length. */
  readonly snippets: readonly string[];
}

/** Documents of a project, or of the tenant's layer (project `_tenant`). */
@Injectable()
export class DocumentService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly configs: TenantConfigRepository,
    private readonly audit: Audit,
    @Inject(DOCUMENT_CHECKS) private readonly checks: readonly DocumentCheck[],
  ) {}

  /** @throws DomainError NOT_FOUND, BAD_REQUEST */
  async read(scope: TenantScope, project: string, path: string): Promise<DocumentDocument> {
    const document = await this.lookFor(scope, project, path);
    if (document === null) throw notFound('document');
    return document;
  }

  /** @returns null where there is none. @throws DomainError BAD_REQUEST */
  lookFor(scope: TenantScope, project: string, path: string): Promise<DocumentDocument | null> {
    assertDocumentPath(path);
    return this.documents.find(scope, { project, path });
  }

  /**
   * Writes a document as a whole; its version rises by one.
   * @param expected what must hold, `any` when absent (`parsePreconditions`)
   * @param beside texts that are written with it, which it may refer to
   * @throws DomainError PRECONDITION_FAILED, ALREADY_EXISTS, NOT_FOUND, FORBIDDEN, PAYLOAD_TOO_LARGE, RECIPE_INVALID, AI_MODELS_INVALID, MCP_SERVERS_INVALID
   */
  async write(
    scope: TenantScope,
    project: string,
    path: string,
    text: Omit<DocumentWrite, 'updatedBy'>,
    by: DocumentAuthor,
    expected: DocumentExpectation = 'any',
    beside?: CheckedPlace['beside'],
  ): Promise<DocumentHead> {
    assertDocumentPath(path);
    assertMayWrite(project, path, by);
    const content = await this.check(path, text.content, {
      ...{ scope, project },
      ...(beside === undefined ? {} : { beside }),
    });
    const title = typeof text.title === 'string' ? wellFormed(text.title) : text.title;
    const write = { ...text, title, content, updatedBy: by.userId };
    const head = await this.edit(scope, path, () =>
      this.documents.write(scope, { project, path }, write, expected),
    );
    if (head === null) throw refusal(expected);
    const { version, bytes, restoredFrom } = head;
    await this.noteChange(scope, { project, path }, by, version, content, {
      ...{ version, bytes },
      ...(restoredFrom === undefined ? {} : { restoredFrom }),
    });
    return head;
  }

  /**
   * The text as it would be stored at a path, whoever writes it.
   * @throws DomainError as `write` for what the path or the text is
   */
  async check(path: string, text: string, place: CheckedPlace): Promise<string> {
    assertDocumentPath(path);
    assertCounts(path);
    const content = wellFormed(text);
    if (Buffer.byteLength(content) > MAX_DOCUMENT_BYTES) throw tooLarge();
    for (const check of this.checks) await check.check(path, content, place);
    return content;
  }

  /** The text of one version, the last one or an earlier. @throws DomainError VERSION_NOT_FOUND, NOT_FOUND, BAD_REQUEST */
  async version(
    scope: TenantScope,
    project: string,
    path: string,
    version: number,
  ): Promise<DocumentDocument> {
    assertDocumentPath(path);
    const found = await this.documents.version(scope, { project, path }, version);
    if (found === null) {
      const [last] = await this.documents.history(scope, { project, path }, { limit: 1 });
      if (last === undefined) throw notFound('document');
      throw versionNotFound(
        `This document has no version ${version}; its last is ${last.version}.`,
      );
    }
    if (found.deletedAt !== undefined)
      throw versionNotFound(
        `Version ${version} is the document's deletion, it has no text; take an earlier one.`,
      );
    return found;
  }

  /** All versions of a path, the newest first, heads only; those of a deleted document too. @throws DomainError NOT_FOUND, BAD_REQUEST */
  async history(
    scope: TenantScope,
    project: string,
    path: string,
    page: VersionPage,
  ): Promise<readonly DocumentHead[]> {
    assertDocumentPath(path);
    const heads = await this.documents.history(scope, { project, path }, page);
    if (heads.length === 0 && page.before === undefined) throw notFound('document');
    return heads;
  }

  /**
   * Brings an earlier version back: a new version with its text and title, checked like any other.
   * @throws DomainError as `version` and `write`
   */
  async restore(
    scope: TenantScope,
    project: string,
    path: string,
    version: number,
    by: DocumentAuthor,
    expected: DocumentExpectation = 'any',
  ): Promise<DocumentHead> {
    assertDocumentPath(path);
    assertMayWrite(project, path, by);
    const { content, title = null } = await this.version(scope, project, path, version);
    const text = { content, title, restoredFrom: version };
    return this.write(scope, project, path, text, by, expected);
  }

  /** @throws DomainError NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN */
  async delete(
    scope: TenantScope,
    project: string,
    path: string,
    by: DocumentAuthor,
    expected: DocumentExpectation = 'any',
  ): Promise<void> {
    assertDocumentPath(path);
    assertMayWrite(project, path, by);
    const there = expected === 'absent' ? 'any' : expected;
    const version = await this.edit(scope, path, () =>
      this.documents.delete(scope, { project, path }, by.userId, there),
    );
    if (version === 'absent') throw notFound('document');
    if (version === 'other') throw preconditionFailed();
    await this.noteChange(scope, { project, path }, by, version, '', { version, deleted: true });
  }

  /** Heads by prefix, in order of paths. */
  list(
    scope: TenantScope,
    project: string,
    prefix: string,
    page: NamePage,
  ): Promise<readonly DocumentHead[]> {
    assertDocumentPrefix(prefix);
    return this.documents.list(scope, project, prefix, page);
  }

  /** Documents whose path, title or content holds all words of the query. */
  async find(
    scope: TenantScope,
    project: string,
    query: string,
    limit = 20,
  ): Promise<readonly DocumentHit[]> {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    const found = await this.documents.search(scope, project, words, limit);
    return found.map(({ path, title, version, content }) => ({
      ...{ path, version, snippets: snippetsOf(content, words) },
      ...(title === undefined ? {} : { title }),
    }));
  }

  /** What engines are played by is kept by the tenant's revision, everywhere. */
  private edit<T>(scope: TenantScope, path: string, work: () => Promise<T>): Promise<T> {
    return isConfigurationPath(path) ? this.configs.edit(scope, work) : work();
  }

  /** What engines are played by changed: the record of who did it, and what it was before. */
  private async noteChange(
    scope: TenantScope,
    key: DocumentKey,
    by: DocumentAuthor,
    version: number,
    after: string,
    data: Omit<AuditData<'configuration-changed'>, 'diff' | 'cut'>,
  ): Promise<void> {
    const { project, path } = key;
    if (!isConfigurationPath(path)) return;
    const before = await this.documents.version(scope, key, version - 1);
    await this.audit.record(scope, {
      ...{ actor: by.userId, action: 'configuration-changed', target: `${project}/${path}` },
      data: { ...data, ...textDiff(path, before?.content ?? '', after) },
    });
  }
}

function assertMayWrite(project: string, path: string, by: DocumentAuthor): void {
  if (by.administers) return;
  if (project === TENANT_PROJECT || isConfigurationPath(path))
    throw forbidden(
      'Only an administrator of the tenant writes recipes, prompts, manuals and settings.',
    );
}

function refusal(expected: DocumentExpectation): DomainError {
  if (expected === 'absent')
    return conflict('ALREADY_EXISTS', 'There is a document at this path already.');
  return expected === 'present' ? notFound('document') : preconditionFailed();
}

function versionNotFound(message: string): DomainError {
  return new DomainError('VERSION_NOT_FOUND', message, { status: 404 });
}

function tooLarge(): DomainError {
  const message = `A document has at most ${MAX_DOCUMENT_BYTES} bytes.`;
  return new DomainError('PAYLOAD_TOO_LARGE', message, { status: 413 });
}
