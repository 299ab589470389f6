import { z } from 'zod';

/** A server's name: part of the names of its tools, of its labels and of the setting that holds its token. */
const serverName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,23}$/, 'named by a-z, 0-9 and -, at most 24 characters');
const toolNames = z.array(z.string().min(1).max(128)).max(200);

const server = z
  .strictObject({
    /** Where it answers over HTTP. */
    url: z.string().min(1).max(2_048).optional(),
    /** A server that this installation offers, by its name there. */
    use: serverName.optional(),
    enabled: z.boolean().default(true),
    /** Tools, by the server's own names, that the administrator vouches for: they only read. */
    readOnly: toolNames.default([]),
    /** The only tools that count; all where absent. */
    allow: toolNames.optional(),
    deny: toolNames.default([]),
    /** How long one call may take. */
    timeoutSeconds: z.number().int().min(1).max(60).default(30),
  })
  .refine(({ url, use }) => (url === undefined) !== (use === undefined), {
    error: 'must have either url or use',
  });

/** `mcp-servers.yaml`, one layer of it: a project's servers replace the tenant's of the same name. */
export const mcpServersSchema = z.strictObject({
  servers: z
    .record(serverName, server)
    .refine((servers) => Object.keys(servers).length <= 20, 'must be at most 20 servers')
    .default({}),
});
export type McpServerConfig = z.infer<typeof server>;
export type McpServersLayer = z.infer<typeof mcpServersSchema>;
