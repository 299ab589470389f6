import { z } from 'zod';
import { nameSchema, tenantRoleSchema } from '@vance/protocol';

/** One file of `config/seed/`: a tenant with its users and projects. */
export const seedSchema = z.strictObject({
  name: nameSchema,
  title: z.string(),
  users: z
    .array(
      z.strictObject({
        username: nameSchema,
        password: z.string().min(8),
        roles: z.array(tenantRoleSchema).min(1),
      }),
    )
    .min(1)
    .refine((users) => users.some((user) => user.roles.includes('tenant-admin')), {
      message: 'a tenant needs a tenant-admin',
    }),
  projects: z.array(
    z.strictObject({
      name: nameSchema,
      title: z.string(),
      members: z.array(nameSchema),
    }),
  ),
});
export type Seed = z.infer<typeof seedSchema>;
