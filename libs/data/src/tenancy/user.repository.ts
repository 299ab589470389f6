import type { Collection, Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Role } from '@vance/protocol';
import { ReadBatch } from '../batching/read-batch';
import type { Database } from '../database';
import { inserted } from './duplicate-key';
import type { NamePage } from './page';
import { userSchema, type UserDocument } from './user.schema';

/** What an administrator may change about a user. */
export interface UserChange {
  readonly passwordHash?: string;
  readonly roles?: readonly Role[];
}

/** A tenant's users. */
export class UserRepository {
  private readonly rows: Collection<UserDocument>;
  private readonly byId: ReadBatch<UserDocument>;

  constructor(database: Database) {
    this.rows = database.collection('users', userSchema);
    this.byId = new ReadBatch(async (ids) => {
      const users = await this.rows.find({ _id: { $in: [...ids] } }).toArray();
      return new Map(users.map((user) => [user._id, user]));
    });
  }

  /** @returns false when the name is taken */
  create(scope: TenantScope, user: Omit<UserDocument, 'tenantId'>): Promise<boolean> {
    return inserted(() => this.rows.insertOne({ ...user, tenantId: scope.tenantId }));
  }

  /** By id; look-ups of one moment share a query. */
  async find(scope: TenantScope, userId: string): Promise<UserDocument | null> {
    const user = await this.byId.get(userId);
    return user !== null && user.tenantId === scope.tenantId ? user : null;
  }

  findByName(scope: TenantScope, username: string): Promise<UserDocument | null> {
    return this.rows.findOne({ tenantId: scope.tenantId, username: { $eq: username } });
  }

  list(scope: TenantScope, { limit, after }: NamePage): Promise<readonly UserDocument[]> {
    const filter: Document = { tenantId: scope.tenantId };
    if (after !== undefined) filter['username'] = { $gt: after };
    return this.rows.find(filter).sort({ username: 1 }).limit(limit).toArray();
  }

  /** Whether another user of the tenant than this one has a role. */
  async othersHave(scope: TenantScope, role: Role, username: string): Promise<boolean> {
    const filter = { tenantId: scope.tenantId, roles: role, username: { $ne: username } };
    return (await this.rows.countDocuments(filter, { limit: 1 })) > 0;
  }

  /** @returns the user after it, or null */
  change(scope: TenantScope, username: string, change: UserChange): Promise<UserDocument | null> {
    return this.rows.findOneAndUpdate(
      { tenantId: scope.tenantId, username: { $eq: username } },
      { $set: change },
      { returnDocument: 'after', ignoreUndefined: true },
    );
  }

  /** @returns the user that was, or null */
  delete(scope: TenantScope, username: string): Promise<UserDocument | null> {
    return this.rows.findOneAndDelete({
      tenantId: scope.tenantId,
      username: { $eq: username },
    });
  }
}
