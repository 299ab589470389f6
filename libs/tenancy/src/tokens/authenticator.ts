import { Injectable } from '@nestjs/common';
import { UserRepository } from '@vance/data';
import { Recent, tenantScope } from '@vance/kernel';
import type { Role } from '@vance/protocol';
import { isApiKey } from '../api-keys/api-key';
import { ApiKeyProof } from '../api-keys/api-key-proof';
import type { Principal } from '../principal';

import { AccessTokens } from './access-tokens';
import { PlatformAdmin, platformTenant } from './platform';
import { unauthenticated } from './unauthenticated';

/** A changed role or removed user counts within this time on every replica (at once on the one that did it). */
const USER_FRESH_MS = 20_000;
const TOKENS_KEPT = 10_000;

/** Turns a bearer token, or an API key, into a principal. */
@Injectable()
export class Authenticator {
  /** Tokens whose signature was proven; every use still checks their expiry. */
  private readonly proven = new Recent<Principal>(TOKENS_KEPT);
  private readonly rolesNow = new Recent<readonly Role[]>(TOKENS_KEPT);

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly users: UserRepository,
    private readonly platform: PlatformAdmin,
    private readonly apiKeys: ApiKeyProof,
  ) {}

  /** @throws DomainError UNAUTHENTICATED; the reason is in its cause, for the log */
  async verify(token: string): Promise<Principal> {
    if (isApiKey(token)) return this.withRoles(await this.apiKeys.prove(token));
    const known = this.proven.get(token);
    const proven = known ?? (await this.prove(token));
    if (proven.expiresAt.getTime() <= Date.now()) throw unauthenticated('the token has expired');
    const principal = await this.withRoles(proven);
    if (principal !== proven) this.proven.set(token, principal);
    return principal;
  }

  /** Forgets what is known of a user: a role was changed, the user removed. */
  forget(userId: string): void {
    this.rolesNow.delete(userId);
  }

  private async prove(token: string): Promise<Principal> {
    const claims = await this.accessTokens.verify(token);
    const principal: Principal = {
      tenantId: claims.tid,
      tenant: claims.tenant,
      userId: claims.sub,
      username: claims.username,
      roles: claims.roles,
      scope: tenantScope(claims.tid),
      expiresAt: new Date(claims.exp * 1000),
    };
    this.proven.set(token, principal);
    return principal;
  }

  /** With the user's roles as they stand now; the very same where they are. */
  private async withRoles(proven: Principal): Promise<Principal> {
    const roles = this.rolesNow.get(proven.userId) ?? (await this.readRoles(proven));
    return roles === proven.roles ? proven : { ...proven, roles };
  }

  private async readRoles({ scope, tenantId, userId }: Principal): Promise<readonly Role[]> {
    const roles =
      tenantId === platformTenant.tenantId
        ? this.platformRoles()
        : (await this.users.find(scope, userId))?.roles;
    if (roles === undefined) throw unauthenticated('the user is gone');
    this.rolesNow.set(userId, roles, USER_FRESH_MS);
    return roles;
  }

  private platformRoles(): readonly Role[] | undefined {
    return this.platform.enabled ? ['platform-admin'] : undefined;
  }
}
