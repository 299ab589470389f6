/** Names of the rooms, made here only: a client never names one. Ids hold no colon of their own. */
export const rooms = {
  /** Sockets of a tenant: its switches. */
  tenant: (tenantId: string): string => `tenant:${tenantId}`,
  /** Sockets with a session open: its durable events. */
  session: (tenantId: string, sessionId: string): string => `session:${tenantId}:${sessionId}`,
  /** Those of them that keep up: its passing events. */
  passing: (tenantId: string, sessionId: string): string => `passing:${tenantId}:${sessionId}`,
} as const;
