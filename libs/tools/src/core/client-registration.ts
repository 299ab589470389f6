import { err, ok, type Result } from '@vance/kernel';
import { clientToolSpecSchema, type ClientToolSpec } from '@vance/protocol';
import { schemaFault } from './judge-schema';

const CLIENT_TOOL_NAME = /^client_[a-z0-9_]{1,57}$/;
/** Tools of one connection; what they weigh is bounded by the size of a payload. */
const MAX_CLIENT_TOOLS = 256;

/** The answer to `client-tools-register`, with the accepted tools as they are kept. */
export interface ClientRegistration {
  readonly accepted: readonly ClientToolSpec[];
  readonly rejected: readonly { readonly name: string; readonly reason: string }[];
}

/** Judges what a client offers, tool by tool. `isTaken` tells the names of server tools, which no client may shadow. */
export function judgeClientTools(
  tools: readonly { readonly name: string }[],
  isTaken: (name: string) => boolean,
): ClientRegistration {
  const accepted = new Map<string, ClientToolSpec>();
  const rejected: { name: string; reason: string }[] = [];
  for (const tool of tools) {
    const judged = judgeOne(tool, isTaken, accepted);
    if (judged.ok) accepted.set(tool.name, judged.value);
    else rejected.push({ name: tool.name.slice(0, 200), reason: judged.error });
  }
  return { accepted: [...accepted.values()], rejected };
}

function judgeOne(
  tool: { readonly name: string },
  isTaken: (name: string) => boolean,
  accepted: ReadonlyMap<string, ClientToolSpec>,
): Result<ClientToolSpec, string> {
  if (!CLIENT_TOOL_NAME.test(tool.name)) {
    return err('the name must be client_ and 1 to 57 of a-z, 0-9 and _');
  }
  if (isTaken(tool.name)) return err('a server tool has this name');
  if (accepted.has(tool.name)) return err('this name stands twice in the list');
  if (accepted.size >= MAX_CLIENT_TOOLS) {
    return err(`a connection may offer at most ${MAX_CLIENT_TOOLS} tools`);
  }
  const parsed = clientToolSpecSchema.safeParse(tool);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return err(`${issue?.path.join('.') || 'tool'}: ${issue?.message ?? 'malformed'}`);
  }
  if (parsed.data.description.trim() === '') return err('description: must not be empty');
  const fault = schemaFault(parsed.data.inputSchema);
  return fault === undefined ? ok(parsed.data) : err(fault);
}
