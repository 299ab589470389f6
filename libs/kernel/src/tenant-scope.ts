declare const scopeBrand: unique symbol;

/**
 * The right to touch one tenant's rows. Every repository call takes one; it is made from a verified
 * token, or by the platform's own workers from the row they were handed, never from a request's body.
 */
export interface TenantScope {
  readonly tenantId: string;
  readonly [scopeBrand]: true;
}

/** Makes a scope. Call it only where the tenant has been proven (token check, job of our own). */
export function tenantScope(tenantId: string): TenantScope {
  if (tenantId === '') throw new TypeError('a tenant scope needs a tenant id');
  return { tenantId } as TenantScope;
}
