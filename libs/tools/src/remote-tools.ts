import type { Revision } from '@vance/documents';
import type { TenantScope } from '@vance/kernel';
import type { ToolContext, ToolDescriptor } from './tool';

/** Whose configuration names the servers, and which revision of it counts. */
export interface RemoteToolsQuestion {
  readonly scope: TenantScope;
  readonly project: string;
  readonly revision: Revision;
}

/** How a call to a tool elsewhere ended. It was asked, but `gone`: no answer can come any more, `late`: none came in time. */
export type RemoteReply =
  | { readonly outcome: 'ok'; readonly text: string }
  | { readonly outcome: 'failed'; readonly error: string }
  | { readonly outcome: 'gone' | 'late' };

/** Tools that neither this server nor a client of the user's runs: those of tool servers (MCP). */
export abstract class RemoteTools {
  /**
   * The tools a project has now. Never rejects; waits a short bounded time for servers that are not connected, whose
   * tools are absent then. The same frozen list while nothing changed.
   */
  abstract available(question: RemoteToolsQuestion): Promise<readonly ToolDescriptor[]>;
  /**
   * Asks once.
   * @param descriptor as `available` gave it
   * @throws DomainError when the tool was not asked
   */
  abstract call(
    descriptor: ToolDescriptor,
    params: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): Promise<RemoteReply>;
}

/** What a process has where no tool server is configured. */
export const NO_REMOTE_TOOLS: readonly ToolDescriptor[] = Object.freeze([]);
