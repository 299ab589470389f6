import { tenantScope } from '@vance/kernel';
import { z } from 'zod';
import type { Tool, ToolContext, ToolDescriptor } from '../tool';

const noParameters = z.strictObject({});

/** A tool of the given name and labels that does what `run` says. */
export function fakeTool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}`,
    inputSchema: noParameters,
    labels: [],
    run: () => Promise.resolve('done'),
    ...more,
  };
}

/** A context whose manifest holds the given tools. */
export function fakeContext(
  manifest: readonly ToolDescriptor[] = [],
  more: Partial<ToolContext> = {},
): ToolContext {
  return {
    scope: tenantScope('tenant-1'),
    processId: 'prc_1',
    sessionId: 'ses_1',
    project: 'demo',
    userId: 'usr_1',
    callId: 'cal_1',
    signal: new AbortController().signal,
    manifest,
    ...more,
  };
}
