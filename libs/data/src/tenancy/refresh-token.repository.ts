import type { Collection } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { refreshTokenSchema, type RefreshTokenDocument } from './refresh-token.schema';

/** What became of a refresh token that was shown. */
export type RefreshOutcome =
  | { readonly kind: 'fresh'; readonly token: RefreshTokenDocument }
  /** It was swapped before, so two hold it. */
  | { readonly kind: 'reused'; readonly token: RefreshTokenDocument }
  | { readonly kind: 'unknown' };

/** Refresh tokens by hash. A token's own hash proves its tenant, so `use` takes no scope. */
export class RefreshTokenRepository {
  private readonly rows: Collection<RefreshTokenDocument>;

  constructor(database: Database) {
    this.rows = database.collection('refresh_tokens', refreshTokenSchema);
  }

  async create(scope: TenantScope, token: Omit<RefreshTokenDocument, 'tenantId'>): Promise<void> {
    await this.rows.insertOne({ ...token, tenantId: scope.tenantId });
  }

  /** Marks a token as swapped; only the first caller gets it `fresh`. Expiry is judged by the database's clock. */
  async use(hash: string): Promise<RefreshOutcome> {
    const fresh = await this.rows.findOneAndUpdate(
      {
        _id: { $eq: hash },
        usedAt: { $exists: false },
        $expr: { $gt: ['$expiresAt', '$$NOW'] },
      },
      { $currentDate: { usedAt: true } },
      { returnDocument: 'after' },
    );
    if (fresh !== null) return { kind: 'fresh', token: fresh };
    const token = await this.find(hash);
    if (token?.usedAt === undefined) return { kind: 'unknown' };
    return { kind: 'reused', token };
  }

  find(hash: string): Promise<RefreshTokenDocument | null> {
    return this.rows.findOne({ _id: { $eq: hash } });
  }

  async deleteFamily(scope: TenantScope, family: string): Promise<void> {
    await this.rows.deleteMany({ tenantId: scope.tenantId, family: { $eq: family } });
  }

  async deleteOfUser(scope: TenantScope, userId: string): Promise<void> {
    await this.rows.deleteMany({ tenantId: scope.tenantId, userId: { $eq: userId } });
  }
}
