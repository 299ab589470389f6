import { Injectable } from '@nestjs/common';
import {
  RefreshTokenRepository,
  UserRepository,
  type NamePage,
  type UserDocument,
} from '@vance/data';
import { conflict, forbidden, newId, notFound, type TenantScope } from '@vance/kernel';
import type { Role } from '@vance/protocol';
import { Audit } from '../audit/audit';
import { Passwords } from '../passwords/passwords';
import { Authenticator } from '../tokens/authenticator';

const ADMIN: Role = 'tenant-admin';

/** A user to make. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly roles: readonly Role[];
}

/** A tenant's users. `by` is the id of who does it. */
@Injectable()
export class UserService {
  constructor(
    private readonly users: UserRepository,
    private readonly refreshTokens: RefreshTokenRepository,
    private readonly passwords: Passwords,
    private readonly authenticator: Authenticator,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError ALREADY_EXISTS, FORBIDDEN for a role that a tenant cannot give */
  async create(scope: TenantScope, user: NewUser, by: string): Promise<UserDocument> {
    const { username, password, roles } = user;
    assertTenantRoles(roles);
    const row = {
      _id: newId('usr'),
      username,
      passwordHash: await this.passwords.hash(password),
      roles,
      createdAt: new Date(),
    };
    if (!(await this.users.create(scope, row)))
      throw conflict('ALREADY_EXISTS', `There is a user ${username} already.`);
    await this.audit.record(scope, {
      ...{ actor: by, action: 'user-created', target: username },
      data: { roles },
    });
    return { ...row, tenantId: scope.tenantId };
  }

  list(scope: TenantScope, page: NamePage): Promise<readonly UserDocument[]> {
    return this.users.list(scope, page);
  }

  findByName(scope: TenantScope, username: string): Promise<UserDocument | null> {
    return this.users.findByName(scope, username);
  }

  /** A new password ends the user's other sign-ins. @throws DomainError NOT_FOUND, LAST_ADMIN */
  async change(
    scope: TenantScope,
    username: string,
    { password, roles }: { readonly password?: string; readonly roles?: readonly Role[] },
    by: string,
  ): Promise<UserDocument> {
    if (roles !== undefined) assertTenantRoles(roles);
    if (roles !== undefined && !roles.includes(ADMIN)) await this.stepDown(scope, username);
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    const user = await this.users.change(scope, username, {
      ...(passwordHash === undefined ? {} : { passwordHash }),
      ...(roles === undefined ? {} : { roles }),
    });
    if (user === null) throw notFound('user');
    this.authenticator.forget(user._id);
    if (passwordHash !== undefined) await this.refreshTokens.deleteOfUser(scope, user._id);
    await this.audit.record(scope, {
      ...{ actor: by, action: 'user-changed', target: username },
      data: { ...(roles === undefined ? {} : { roles }), password: password !== undefined },
    });
    return user;
  }

  /** The user's tokens stop working within seconds. @throws DomainError NOT_FOUND, LAST_ADMIN */
  async remove(scope: TenantScope, username: string, by: string): Promise<void> {
    await this.stepDown(scope, username);
    await this.withdraw(scope, username, by);
  }

  /** The same of a user whose tenant comes to nothing: no administrator has to stay. @throws DomainError NOT_FOUND */
  async withdraw(scope: TenantScope, username: string, by: string): Promise<void> {
    const user = await this.users.delete(scope, username);
    if (user === null) throw notFound('user');
    this.authenticator.forget(user._id);
    await this.refreshTokens.deleteOfUser(scope, user._id);
    await this.audit.record(scope, { actor: by, action: 'user-removed', target: username });
  }

  /**
   * Takes the role of administrator from whoever has it, if another one stays: nobody outside a tenant can give it one
   * again. Looked at once more afterwards: two who take it from each other at the same time must not both succeed.
   */
  private async stepDown(scope: TenantScope, username: string): Promise<void> {
    const user = await this.users.findByName(scope, username);
    if (!user?.roles.includes(ADMIN)) return;
    const stays = (): Promise<boolean> => this.users.othersHave(scope, ADMIN, username);
    if (await stays()) {
      const roles = user.roles.filter((role) => role !== ADMIN);
      await this.users.change(scope, username, { roles });
      if (await stays()) return;
      await this.users.change(scope, username, { roles: user.roles });
    }
    const message = `${username} is the tenant's only administrator; give another user that role first.`;
    throw conflict('LAST_ADMIN', message);
  }
}

/** A tenant's administrator makes no platform administrators. */
function assertTenantRoles(roles: readonly Role[]): void {
  if (roles.includes('platform-admin'))
    throw forbidden('A tenant cannot give the role platform-admin.');
}
