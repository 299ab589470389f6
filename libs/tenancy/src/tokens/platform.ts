import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '@vance/config';
import { tenantScope, type TenantScope } from '@vance/kernel';

/** The platform's own tenant: its administrator makes tenants and has no part in them. */
export const platformTenant = {
  tenantId: 'ten_platform',
  tenant: '_platform',
  userId: 'usr_platform',
  username: 'platform',
} as const;

/** The platform's administrator, who exists by configuration, not in the database. */
@Injectable()
export class PlatformAdmin {
  readonly scope: TenantScope = tenantScope(platformTenant.tenantId);
  private readonly password?: Buffer;

  constructor({ platformAdminPassword }: AppConfig) {
    if (platformAdminPassword !== undefined) this.password = digest(platformAdminPassword);
  }

  /** Whether there is a way to sign in: only with VANCE_PLATFORM_ADMIN_PASSWORD set. */
  get enabled(): boolean {
    return this.password !== undefined;
  }

  /** In the same time for any password. */
  accepts(username: string, password: string): boolean {
    const right = timingSafeEqual(digest(password), this.password ?? nothing);
    return right && this.enabled && username === platformTenant.username;
  }
}

const nothing = Buffer.alloc(32);

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
