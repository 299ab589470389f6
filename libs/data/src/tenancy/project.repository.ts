import type { Collection, Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { inserted } from './duplicate-key';
import type { NamePage } from './page';
import { projectSchema, type ProjectDocument } from './project.schema';

/** A tenant's projects with their members. */
export class ProjectRepository {
  private readonly rows: Collection<ProjectDocument>;

  constructor(database: Database) {
    this.rows = database.collection('projects', projectSchema);
  }

  /** @returns false when the name is taken, also by a project that was deleted */
  create(scope: TenantScope, project: Omit<ProjectDocument, 'tenantId'>): Promise<boolean> {
    return inserted(() => this.rows.insertOne({ ...project, tenantId: scope.tenantId }));
  }

  find(scope: TenantScope, name: string): Promise<ProjectDocument | null> {
    return this.rows.findOne(alive(scope, name));
  }

  /** @param member only projects that this user was given */
  list(
    scope: TenantScope,
    { limit, after }: NamePage,
    member?: string,
  ): Promise<readonly ProjectDocument[]> {
    const filter: Document = { tenantId: scope.tenantId, deletedAt: { $exists: false } };
    if (after !== undefined) filter['name'] = { $gt: after };
    if (member !== undefined) filter['members'] = { $eq: member };
    return this.rows.find(filter).sort({ name: 1 }).limit(limit).toArray();
  }

  /** @returns the project after it, or null */
  retitle(scope: TenantScope, name: string, title: string): Promise<ProjectDocument | null> {
    return this.update(scope, name, { $set: { title } });
  }

  /** @returns the project after it, or null */
  addMember(scope: TenantScope, name: string, userId: string): Promise<ProjectDocument | null> {
    return this.update(scope, name, { $addToSet: { members: userId } });
  }

  /** @returns the project after it, or null */
  removeMember(scope: TenantScope, name: string, userId: string): Promise<ProjectDocument | null> {
    return this.update(scope, name, { $pull: { members: userId } });
  }

  /** @returns whether it was there */
  async delete(scope: TenantScope, name: string): Promise<boolean> {
    return (await this.update(scope, name, { $currentDate: { deletedAt: true } })) !== null;
  }

  private update(
    scope: TenantScope,
    name: string,
    update: Document,
  ): Promise<ProjectDocument | null> {
    return this.rows.findOneAndUpdate(alive(scope, name), update, { returnDocument: 'after' });
  }
}

function alive(scope: TenantScope, name: string): Document {
  return { tenantId: scope.tenantId, name: { $eq: name }, deletedAt: { $exists: false } };
}
