import { z } from 'zod';
import { parseYaml } from '@vance/config';
import { DomainError } from '@vance/kernel';

const name = z.string().regex(/^[a-z][a-z0-9-]{0,23}$/, 'a-z, 0-9 and -, at most 24 characters');
const texts = z.record(z.string(), z.string());

const server = z
  .strictObject({
    /** A program of this machine that speaks over its standard input and output. */
    command: z.string().min(1).optional(),
    args: z.array(z.string()).default([]),
    /** Its environment, beside PATH, HOME and the like; nothing else of ours is handed on. */
    env: texts.default({}),
    cwd: z.string().min(1).optional(),
    /** Or where it answers over HTTP; the operator may name any address. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    headers: texts.default({}),
    /** Names of the tenants that may use it; all where absent. */
    tenants: z.array(z.string().min(1)).optional(),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    error: 'has either command or url',
  });

const file = z.strictObject({ servers: z.record(name, server).default({}) });
/** A tool server that this installation offers to its tenants by name. */
export type PlatformServer = z.infer<typeof server>;
export type PlatformServers = Readonly<Record<string, PlatformServer>>;

/**
 * Reads the file that `VANCE_MCP_SERVERS` names.
 * @throws DomainError with one line per fault, for the operator
 */
export function parsePlatformServers(text: string): PlatformServers {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw unusable([`line ${parsed.error.line}: ${parsed.error.message}`]);
  const { value, lineOf } = parsed.value;
  const read = file.safeParse(value);
  if (read.success) return read.data.servers;
  throw unusable(
    read.error.issues.map(
      ({ path, message }) => `line ${lineOf(path)}, key ${path.map(String).join('.')}: ${message}`,
    ),
  );
}

function unusable(faults: readonly string[]): DomainError {
  const message = faults.map((fault) => `VANCE_MCP_SERVERS: ${fault}; for example ${EXAMPLE}`);
  return new DomainError('CONFIG', message.join('\n'), { status: 500, fixer: 'operator' });
}

const EXAMPLE = 'servers: { files: { command: mcp-files, args: [/srv/files] } }';
