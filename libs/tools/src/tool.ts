import type { z } from 'zod';
import type { TenantScope } from '@vance/kernel';

/** The label that lets a tool be offered while a process is read-only (1.13). */
export const READ_ONLY_LABEL = 'read-only';

/** A tool as manifests, find_tools and describe_tool show it. */
export interface ToolDescriptor {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the parameters. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly labels: readonly string[];
  /** Who runs it: this server, a client of the user's, or a tool server. */
  readonly source: 'server' | 'client' | 'mcp';
}

/** For whom and in what a tool runs. */
export interface ToolContext {
  readonly scope: TenantScope;
  readonly processId: string;
  readonly sessionId: string;
  readonly project: string;
  readonly userId: string;
  readonly callId: string;
  /** Ends the tool: a halt, a lost lane, the turn's deadline. */
  readonly signal: AbortSignal;
  /** The tools the model may use now: what discovery tools may speak of. */
  readonly manifest: readonly ToolDescriptor[];
}

/**
 * A server tool. Exactly one of two kinds: labelled `read-only` (no effect anywhere, may run again after
 * a crash), or not (runs at most once, I7, unless it declares itself idempotent by callId).
 */
export interface Tool<P = unknown> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: z.ZodType<P>;
  readonly labels: readonly string[];
  readonly idempotent?: boolean;
  /** The result as JSON value or text. Throw a DomainError for what the model can mend; its message is what the model reads. */
  run(context: ToolContext, params: P): Promise<unknown>;
}
