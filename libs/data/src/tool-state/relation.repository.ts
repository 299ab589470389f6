import { DomainError, derivedId, type TenantScope } from '@vance/kernel';
import type { Collection, Filter } from 'mongodb';
import type { Database } from '../database';
import { inserted } from '../tenancy/duplicate-key';
import { relationSchema, type RelationDocument } from './relation.schema';

/** Most relations of one project. */
export const MAX_RELATIONS = 10_000;

/** What a relation says: `from` stands to `to` as `type` names it. */
export type Relation = Pick<RelationDocument, 'from' | 'type' | 'to'>;

/** What is looked for; what is absent may be anything. `thing` stands at either end. */
export interface RelationQuery extends Partial<Relation> {
  readonly thing?: string;
}

/** The relations of projects. */
export class RelationRepository {
  private readonly rows: Collection<RelationDocument>;

  constructor(database: Database) {
    this.rows = database.collection('relations', relationSchema);
  }

  /** @returns whether it is new. @throws DomainError LIMIT_EXCEEDED */
  async add(scope: TenantScope, project: string, relation: Relation, by: string): Promise<boolean> {
    const key = idOf(scope, project, relation);
    if ((await this.rows.findOne(key)) !== null) return false;
    if ((await this.count(scope, project)) >= MAX_RELATIONS) throw full();
    const { from, type, to } = relation;
    const row = { ...key, project, from, type, to, createdAt: new Date(), createdBy: by };
    return inserted(() => this.rows.insertOne(row));
  }

  /** @returns whether it was there */
  async delete(scope: TenantScope, project: string, relation: Relation): Promise<boolean> {
    const { deletedCount } = await this.rows.deleteOne(idOf(scope, project, relation));
    return deletedCount > 0;
  }

  /** In order of `from`, `type`, `to`. */
  find(
    scope: TenantScope,
    project: string,
    query: RelationQuery,
    limit: number,
  ): Promise<readonly Relation[]> {
    return this.rows
      .find(filterOf(scope, project, query))
      .sort({ from: 1, type: 1, to: 1 })
      .limit(limit)
      .project<Relation>({ _id: 0, from: 1, type: 1, to: 1 })
      .toArray();
  }

  private count({ tenantId }: TenantScope, project: string): Promise<number> {
    return this.rows.countDocuments(
      { tenantId, project: { $eq: project } },
      { limit: MAX_RELATIONS },
    );
  }
}

function idOf({ tenantId }: TenantScope, project: string, { from, type, to }: Relation) {
  return { _id: derivedId('rel', tenantId, project, from, type, to), tenantId };
}

function filterOf(
  { tenantId }: TenantScope,
  project: string,
  { thing, from, type, to }: RelationQuery,
): Filter<RelationDocument> {
  return {
    tenantId,
    project: { $eq: project },
    ...(from === undefined ? {} : { from: { $eq: from } }),
    ...(type === undefined ? {} : { type: { $eq: type } }),
    ...(to === undefined ? {} : { to: { $eq: to } }),
    ...(thing === undefined ? {} : { $or: [{ from: { $eq: thing } }, { to: { $eq: thing } }] }),
  };
}

function full(): DomainError {
  const message = `The project has ${MAX_RELATIONS} relations already; delete some first.`;
  return new DomainError('LIMIT_EXCEEDED', message, { status: 422, fixer: 'model' });
}
