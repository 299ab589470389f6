import { z } from 'zod';
import { roleSchema } from '../enums';
import { nameSchema } from '../ws';
import type { RouteSpec } from './route';
import { pageOf, pageQuerySchema } from './shared';

export const tokenRequestSchema = z.strictObject({
  tenant: z.string().min(1).max(64),
  username: z.string().min(1).max(64),
  password: z.string().min(1).max(1024),
});
export const refreshRequestSchema = z.strictObject({ refreshToken: z.string().min(1).max(4096) });
export const tokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds. */
  expiresIn: z.number().int(),
});
export type Tokens = z.infer<typeof tokensSchema>;

const passwordSchema = z.string().min(8).max(1024);
export const tenantCreateSchema = z.strictObject({
  name: nameSchema,
  title: z.string().max(200).optional(),
  admin: z.strictObject({ username: nameSchema, password: passwordSchema }),
});
export const tenantViewSchema = z.object({
  tenantId: z.string(),
  name: z.string(),
  title: z.string(),
});

/** Roles that a tenant's admin may give. */
export const tenantRoleSchema = roleSchema.exclude(['platform-admin']);
export const userCreateSchema = z.strictObject({
  username: nameSchema,
  password: passwordSchema,
  roles: z.array(tenantRoleSchema).min(1).max(3),
});
export const userChangeSchema = z.strictObject({
  password: passwordSchema.optional(),
  roles: z.array(tenantRoleSchema).min(1).max(3).optional(),
});
export const userViewSchema = z.object({
  userId: z.string(),
  username: z.string(),
  roles: z.array(roleSchema),
});
export type UserView = z.infer<typeof userViewSchema>;

const userParams = z.object({ username: nameSchema });

/** Signing in, tenants, users (2.1). */
export const authRoutes = {
  issueToken: {
    method: 'POST',
    path: '/api/v1/auth/token',
    summary: 'Sign in',
    permission: 'public',
    body: { kind: 'json', schema: tokenRequestSchema },
    answer: { kind: 'json', status: 200, schema: tokensSchema },
    errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
  },
  refreshToken: {
    method: 'POST',
    path: '/api/v1/auth/refresh',
    summary: 'Swap a refresh token for fresh tokens',
    permission: 'public',
    body: { kind: 'json', schema: refreshRequestSchema },
    answer: { kind: 'json', status: 200, schema: tokensSchema },
    errors: ['UNAUTHENTICATED'],
  },
  logout: {
    method: 'POST',
    path: '/api/v1/auth/logout',
    summary: 'Forget a refresh token and all that came from it',
    permission: 'public',
    body: { kind: 'json', schema: refreshRequestSchema },
    answer: { kind: 'none', status: 204 },
  },
  createTenant: {
    method: 'POST',
    path: '/api/v1/platform/tenants',
    summary: 'Create a tenant with its first admin',
    permission: 'platform',
    body: { kind: 'json', schema: tenantCreateSchema },
    answer: { kind: 'json', status: 201, schema: tenantViewSchema },
    errors: ['ALREADY_EXISTS'],
  },
  listUsers: {
    method: 'GET',
    path: '/api/v1/users',
    summary: 'Users of the tenant',
    permission: 'administer',
    query: pageQuerySchema,
    answer: { kind: 'json', status: 200, schema: pageOf(userViewSchema) },
  },
  createUser: {
    method: 'POST',
    path: '/api/v1/users',
    summary: 'Create a user',
    permission: 'administer',
    body: { kind: 'json', schema: userCreateSchema },
    answer: { kind: 'json', status: 201, schema: userViewSchema },
    errors: ['ALREADY_EXISTS'],
  },
  changeUser: {
    method: 'PATCH',
    path: '/api/v1/users/{username}',
    summary: 'Change roles or password',
    permission: 'administer',
    params: userParams,
    body: { kind: 'json', schema: userChangeSchema },
    answer: { kind: 'json', status: 200, schema: userViewSchema },
    errors: ['LAST_ADMIN'],
  },
  removeUser: {
    method: 'DELETE',
    path: '/api/v1/users/{username}',
    summary: 'Remove a user; connections end within a minute',
    permission: 'administer',
    params: userParams,
    answer: { kind: 'none', status: 204 },
    errors: ['LAST_ADMIN'],
  },
} as const satisfies Record<string, RouteSpec>;
