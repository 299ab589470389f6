import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { core } from 'zod';
import { DomainError } from '@vance/kernel';

/** Why a request has no result. */
export type CallFault =
  /** The server itself said no. */
  | { readonly kind: 'refused'; readonly said: string }
  /** It did not get as far as the tool: our own rules, or a status that says so (a session that is over). */
  | { readonly kind: 'turned-away' }
  /** No answer in time. */
  | { readonly kind: 'late' }
  /** An answer that is none by the protocol. */
  | { readonly kind: 'odd' }
  /** The connection serves no more. */
  | { readonly kind: 'lost' };

/** Reads a fault of the protocol's own client. */
export function callFaultOf(error: unknown): CallFault {
  if (error instanceof DomainError) return { kind: 'turned-away' };
  if (error instanceof StreamableHTTPError) {
    const { code = 0 } = error;
    return { kind: code >= 400 && code < 500 ? 'turned-away' : 'lost' };
  }
  if (error instanceof McpError) return mcpFault(error);
  return { kind: isSchemaFault(error) ? 'odd' : 'lost' };
}

function mcpFault({ code, message }: McpError): CallFault {
  switch (code) {
    case Number(ErrorCode.RequestTimeout):
      return { kind: 'late' };
    case Number(ErrorCode.ConnectionClosed):
      return { kind: 'lost' };
    default:
      return { kind: 'refused', said: message };
  }
}

function isSchemaFault(error: unknown): boolean {
  return error instanceof core.$ZodError;
}
