import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  RefreshTokenRepository,
  TenantRepository,
  UserRepository,
  type RefreshTokenDocument,
} from '@vance/data';
import { newId, tenantScope, type TenantScope } from '@vance/kernel';
import type { Tokens } from '@vance/protocol';
import { Audit } from '../audit/audit';
import { Passwords } from '../passwords/passwords';
import { AccessTokens } from './access-tokens';
import { ACCESS_SECONDS, REFRESH_SECONDS, type Claims } from './claims';
import { PlatformAdmin, platformTenant } from './platform';
import { SignInLimits } from './sign-in-limits';
import { unauthenticated, wrongCredentials } from './unauthenticated';

/** What a person signs in with. */
export interface Credentials {
  readonly tenant: string;
  readonly username: string;
  readonly password: string;
}

/** Whom tokens are made for. */
type Holder = Omit<Claims, 'exp'>;

/** Signs in, renews, signs out. */
@Injectable()
export class TokenService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly refreshTokens: RefreshTokenRepository,
    private readonly accessTokens: AccessTokens,
    private readonly passwords: Passwords,
    private readonly platform: PlatformAdmin,
    private readonly limits: SignInLimits,
    private readonly audit: Audit,
  ) {}

  /**
   * Tokens for the right credentials. A wrong password, user or tenant get the same answer in the same time.
   * @throws DomainError UNAUTHENTICATED, TOO_MANY_REQUESTS
   */
  async issue(credentials: Credentials): Promise<Tokens> {
    const { tenant, username } = credentials;
    this.limits.check(tenant, username);
    const { scope, holder } = await this.holderOf(credentials);
    const record = { action: 'sign-in', target: `${tenant}/${username}` } as const;
    if (holder === null) {
      // Nobody waits for this row: its time would tell a known tenant from an unknown one.
      void this.audit.noteBounded(scope, { ...record, actor: 'sign-in', outcome: 'refused' });
      this.limits.failed(tenant, username);
      throw wrongCredentials();
    }
    await this.audit.record(scope, { ...record, actor: holder.sub });
    return this.tokensFor(holder, newId('tok'));
  }

  /**
   * Swaps a refresh token for fresh tokens, once. One that was swapped before is held by two: its whole family
   * ends. @throws DomainError UNAUTHENTICATED
   */
  async refresh(refreshToken: string): Promise<Tokens> {
    const outcome = await this.refreshTokens.use(hashOf(refreshToken));
    if (outcome.kind === 'unknown') throw unauthenticated('unknown refresh token');
    const { token } = outcome;
    if (outcome.kind === 'reused') {
      await this.endFamily(token, 'refresh-reused');
      throw unauthenticated('the refresh token was used before');
    }
    const holder = await this.holderById(token);
    if (holder === null) throw unauthenticated('the user is gone');
    return this.tokensFor(holder, token.family);
  }

  /** Ends the sign-in a refresh token came from. Unknown tokens are no error: signed out is signed out. */
  async logout(refreshToken: string): Promise<void> {
    const token = await this.refreshTokens.find(hashOf(refreshToken));
    if (token !== null) await this.endFamily(token, 'sign-out');
  }

  private async endFamily(
    token: RefreshTokenDocument,
    action: 'sign-out' | 'refresh-reused',
  ): Promise<void> {
    const scope = tenantScope(token.tenantId);
    await this.refreshTokens.deleteFamily(scope, token.family);
    await this.audit.record(scope, { actor: token.userId, action, target: token.userId });
  }

  private async tokensFor(holder: Holder, family: string): Promise<Tokens> {
    const refreshToken = randomBytes(32).toString('base64url');
    const scope = tenantScope(holder.tid);
    const [accessToken] = await Promise.all([
      this.accessTokens.sign(holder),
      this.refreshTokens.create(scope, {
        _id: hashOf(refreshToken),
        userId: holder.sub,
        family,
        expiresAt: new Date(Date.now() + REFRESH_SECONDS * 1000),
      }),
    ]);
    return { accessToken, refreshToken, expiresIn: ACCESS_SECONDS };
  }

  /** Takes the same steps whether tenant and user exist or not. @returns also whose record it belongs on */
  private async holderOf({
    tenant,
    username,
    password,
  }: Credentials): Promise<{ readonly scope: TenantScope; readonly holder: Holder | null }> {
    // That there is a platform is no secret.
    if (tenant === platformTenant.tenant) {
      const accepted = this.platform.accepts(username, password);
      return { scope: this.platform.scope, holder: accepted ? platformHolder : null };
    }
    const found = await this.tenants.findByName(tenant);
    const scope = tenantScope(found?._id ?? platformTenant.tenantId);
    const user = await this.users.findByName(scope, username);
    const right = await this.passwords.verify(password, user?.passwordHash ?? null);
    if (!right || found === null || user === null) return { scope, holder: null };
    const { _id: sub, roles } = user;
    const holder = { sub, tid: found._id, tenant: found.name, username, roles: [...roles] };
    return { scope, holder };
  }

  private async holderById({ tenantId, userId }: RefreshTokenDocument): Promise<Holder | null> {
    if (tenantId === platformTenant.tenantId) return this.platform.enabled ? platformHolder : null;
    const scope = tenantScope(tenantId);
    const [tenant, user] = await Promise.all([
      this.tenants.find(scope),
      this.users.find(scope, userId),
    ]);
    if (tenant === null || user === null) return null;
    const { username, roles } = user;
    return { sub: userId, tid: tenantId, tenant: tenant.name, username, roles: [...roles] };
  }
}

const platformHolder: Holder = {
  sub: platformTenant.userId,
  tid: platformTenant.tenantId,
  tenant: platformTenant.tenant,
  username: platformTenant.username,
  roles: ['platform-admin'],
};

function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url');
}
