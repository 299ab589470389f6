import { Injectable } from '@nestjs/common';
import { ApiKeyRepository, TenantRepository, UserRepository } from '@vance/data';
import { Recent, tenantScope } from '@vance/kernel';
import type { Principal } from '../principal';
import { unauthenticated } from '../tokens/unauthenticated';
import { apiKeyHash } from './api-key';

/** An ended key is refused within this time on every replica (at once on the one that ended it). */
const FRESH_MS = 20_000;
const KEYS_KEPT = 10_000;
/** A key has no end of its own; what it proves is proven anew long before this. */
const GOOD_FOR_MS = 86_400_000;

/** Turns an API key into the user it belongs to. */
@Injectable()
export class ApiKeyProof {
  private readonly proven = new Recent<Omit<Principal, 'expiresAt'>>(KEYS_KEPT);

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly users: UserRepository,
    private readonly tenants: TenantRepository,
  ) {}

  /** @throws DomainError UNAUTHENTICATED */
  async prove(key: string): Promise<Principal> {
    const hash = apiKeyHash(key);
    const holder = this.proven.get(hash) ?? (await this.read(hash));
    return { ...holder, expiresAt: new Date(Date.now() + GOOD_FOR_MS) };
  }

  /** The key was ended. */
  forget(hash: string): void {
    this.proven.delete(hash);
  }

  private async read(hash: string): Promise<Omit<Principal, 'expiresAt'>> {
    const row = await this.keys.find(hash);
    if (row === null) throw unauthenticated('unknown API key');
    const scope = tenantScope(row.tenantId);
    const [user, tenant] = await Promise.all([
      this.users.find(scope, row.userId),
      this.tenants.find(scope),
    ]);
    if (user === null || tenant === null) throw unauthenticated('the user of the key is gone');
    const { username, roles } = user;
    const { tenantId, userId } = row;
    const holder = { tenantId, tenant: tenant.name, userId, username, roles, scope };
    this.proven.set(hash, holder, FRESH_MS);
    return holder;
  }
}
