import { z } from 'zod';
import { roleSchema } from '@vance/protocol';

export const ISSUER = 'vancetope';
export const AUDIENCE = 'vancetope-api';
/** The header's `typ`: an access token (RFC 9068), so that no other kind of token passes for one. */
export const ACCESS_TYPE = 'at+jwt';

export const ACCESS_SECONDS = 15 * 60;
export const REFRESH_SECONDS = 30 * 24 * 3600;

/** What an access token says. */
export const claimsSchema = z.object({
  sub: z.string().min(1),
  tid: z.string().min(1),
  tenant: z.string().min(1),
  username: z.string().min(1),
  roles: z.array(roleSchema).min(1),
  exp: z.number().int(),
});
export type Claims = z.infer<typeof claimsSchema>;
