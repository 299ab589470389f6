import type { Role } from '../enums';

/** What a route or a socket event asks of its caller. Whose project or session it is, is asked afterwards. */
export type Permission = 'public' | 'signed-in' | 'work' | 'administer' | 'platform';

/** The one table of who may do what; `null`: no token is asked for. */
export const permissionRoles: Readonly<Record<Permission, readonly Role[] | null>> = {
  public: null,
  'signed-in': ['platform-admin', 'tenant-admin', 'member', 'service'],
  work: ['tenant-admin', 'member', 'service'],
  administer: ['tenant-admin'],
  platform: ['platform-admin'],
};

/** True when one of the caller's roles is enough. */
export function mayCall(permission: Permission, roles: readonly Role[]): boolean {
  const allowed = permissionRoles[permission];
  return allowed === null || roles.some((role) => allowed.includes(role));
}
