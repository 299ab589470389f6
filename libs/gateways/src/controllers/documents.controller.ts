import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { DocumentDocument, DocumentExpectation, DocumentHead } from '@vance/data';
import {
  type BrokenLayer,
  type DocumentAuthor,
  DocumentService,
  type EffectiveDocument,
  EffectiveDocuments,
  etagOf,
  parsePreconditions,
  preconditionFailed,
} from '@vance/documents';
import { DomainError, notFound } from '@vance/kernel';
import {
  type brokenLayerSchema,
  type documentVersionSchema,
  type effectiveSchema,
  mayCall,
} from '@vance/protocol';
import type { Principal } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { namePage, numberIn, pageFrom } from '../http/paging';

/** Documents as plain text with versions, and what the cascade makes of them. */
@Controller()
export class DocumentsController {
  constructor(
    private readonly possessions: Possessions,
    private readonly documents: DocumentService,
    private readonly effectives: EffectiveDocuments,
  ) {}

  @Endpoint('listDocuments')
  async list(
    @Caller() principal: Principal,
    @Input() { params: { project }, query }: InputOf<'listDocuments'>,
  ): Promise<AnswerOf<'listDocuments'>> {
    await this.possessions.project(principal, project);
    const prefix = query.prefix ?? '';
    const rows = await this.documents.list(principal.scope, project, prefix, namePage(query));
    const page = pageFrom(rows, query.limit, ({ path }) => [path]);
    return { ...page, items: page.items.map(toHeadView) };
  }

  // Before `readDocument`, whose path takes everything.
  @Endpoint('documentHistory')
  async history(
    @Caller() principal: Principal,
    @Input() { params: { project, path }, query }: InputOf<'documentHistory'>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerOf<'documentHistory'> | string> {
    await this.possessions.project(principal, project);
    const { version, cursor, limit } = query;
    if (limit === undefined && cursor === undefined) {
      const text = await this.textAt(principal, project, `${path}/history`, version);
      if (text !== null) {
        response.type('text/plain');
        return answered(response, text);
      }
    }
    const most = limit ?? 100;
    const before = cursor === undefined ? undefined : numberIn(cursor);
    const rows = await this.documents.history(principal.scope, project, path, {
      ...{ limit: most + 1, before },
    });
    const page = pageFrom(rows, most, (row) => [row.version]);
    return { ...page, items: page.items.map(toVersionView) };
  }

  @Endpoint('restoreDocument')
  async restore(
    @Caller() principal: Principal,
    @Input() { params: { project, path }, body }: InputOf<'restoreDocument'>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerOf<'restoreDocument'>> {
    await this.possessions.project(principal, project);
    const expected = parsePreconditions(request.headers);
    const { scope } = principal;
    const author = authorOf(principal);
    const head = await this.documents
      .restore(scope, project, path, body.version, author, expected)
      .catch(preconditionsOf(expected));
    response.setHeader('etag', etagOf(head.version));
    return toHeadView(head);
  }

  @Endpoint('readDocument')
  async read(
    @Caller() principal: Principal,
    @Input() { params: { project, path }, query: { version } }: InputOf<'readDocument'>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    await this.possessions.project(principal, project);
    const text = await this.textAt(principal, project, path, version);
    if (text === null) throw notFound('document');
    return answered(response, text);
  }

  @Endpoint('writeDocument')
  async write(
    @Caller() principal: Principal,
    @Input() { params: { project, path }, body: content }: InputOf<'writeDocument'>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerOf<'writeDocument'>> {
    await this.possessions.project(principal, project);
    const expected = parsePreconditions(request.headers);
    const head = await this.documents
      .write(principal.scope, project, path, { content }, authorOf(principal), expected)
      .catch(preconditionsOf(expected));
    response.setHeader('etag', etagOf(head.version));
    return toHeadView(head);
  }

  @Endpoint('removeDocument')
  async remove(
    @Caller() principal: Principal,
    @Input() { params: { project, path } }: InputOf<'removeDocument'>,
    @Req() request: Request,
  ): Promise<void> {
    await this.possessions.project(principal, project);
    const expected = parsePreconditions(request.headers);
    await this.documents.delete(principal.scope, project, path, authorOf(principal), expected);
  }

  @Endpoint('effectiveDocument')
  async effective(
    @Caller() principal: Principal,
    @Input() { params: { project, path } }: InputOf<'effectiveDocument'>,
  ): Promise<AnswerOf<'effectiveDocument'>> {
    await this.possessions.project(principal, project);
    const found = await this.effectives.at(principal.scope, project, path);
    if (found === null) throw notFound('document');
    return toEffectiveView(found);
  }

  /** A document as it is, null where there is none, or one of its versions. */
  private textAt(
    { scope }: Principal,
    project: string,
    path: string,
    version: number | undefined,
  ): Promise<DocumentDocument | null> {
    return version === undefined
      ? this.documents.lookFor(scope, project, path)
      : this.documents.version(scope, project, path, version);
  }
}

function answered(response: Response, { content, version }: DocumentDocument): string {
  response.setHeader('etag', etagOf(version));
  return content;
}

/** Makes a refusal of a write what HTTP calls it: there or not, where that was asked for, is a precondition. */
export function preconditionsOf(expected: DocumentExpectation): (error: unknown) => never {
  return (error) => {
    throw expected !== 'any' && isAboutPresence(error) ? preconditionFailed() : error;
  };
}

function isAboutPresence(error: unknown): boolean {
  return (
    error instanceof DomainError && (error.code === 'NOT_FOUND' || error.code === 'ALREADY_EXISTS')
  );
}

/** Recipes, prompts and settings are the admin's to write, wherever they stand. */
export function authorOf({ userId, roles }: Principal): DocumentAuthor {
  return { userId, administers: mayCall('administer', roles) };
}

function toEffectiveView(found: EffectiveDocument): z.input<typeof effectiveSchema> {
  const { content, layer, version, shadowed, faults, merged } = found;
  return {
    ...{ content, layer, version, shadowed: [...shadowed] },
    ...(faults === undefined ? {} : { faults: faults.map(toBrokenView) }),
    ...(merged === undefined
      ? {}
      : { merged: { layers: [...merged.layers], origins: [...merged.origins] } }),
  };
}

/** A broken layer as it is told. */
export function toBrokenView({
  layer,
  version,
  faults,
}: BrokenLayer): z.input<typeof brokenLayerSchema> {
  return { layer, version, faults: [...faults] };
}

function toVersionView(head: DocumentHead): z.input<typeof documentVersionSchema> {
  const { version, updatedAt, updatedBy, title, bytes, hash, deletedAt, restoredFrom } = head;
  return {
    ...{ version, at: updatedAt.toISOString(), by: updatedBy, size: bytes },
    ...(title === undefined ? {} : { title }),
    ...(hash === undefined ? {} : { hash }),
    ...(deletedAt === undefined ? {} : { deleted: true }),
    ...(restoredFrom === undefined ? {} : { restoredFrom }),
  };
}

function toHeadView({ path, version, title, updatedAt }: DocumentHead) {
  return {
    path,
    version,
    ...(title === undefined ? {} : { title }),
    updatedAt: updatedAt.toISOString(),
  };
}
