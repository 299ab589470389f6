import type { TenantScope } from '@vance/kernel';
import type { Role } from '@vance/protocol';

/** Who a verified token stands for. */
export interface Principal {
  readonly tenantId: string;
  /** The tenant's name. */
  readonly tenant: string;
  readonly userId: string;
  readonly username: string;
  /** As they stand now, not as they were when the token was made. */
  readonly roles: readonly Role[];
  readonly scope: TenantScope;
  readonly expiresAt: Date;
}
