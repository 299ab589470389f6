import { z } from 'zod';
import { fakeTool } from './testing/fake-tool';
import type { Tool } from './tool';
import { ToolRegistry } from './tool-registry';

const lists = { readOnly: ['look', 'both'], withEffect: ['change', 'both'] };
const filled = (...tools: Tool[]): ToolRegistry => {
  const registry = new ToolRegistry();
  registry.fill(tools, lists);
  return registry;
};
const look = fakeTool('look', { labels: ['read-only'] });
const change = fakeTool('change');

describe('the tool registry', () => {
  it('offers frozen descriptors with a closed JSON schema, sorted by name', () => {
    const inputSchema = z.strictObject({ path: z.string(), limit: z.int().optional() });
    const [first, second] = filled(look, fakeTool('change', { inputSchema })).descriptors();
    expect(second?.name).toBe('look');
    expect(first?.inputSchema).toMatchObject({
      type: 'object',
      required: ['path'],
      additionalProperties: false,
      properties: { path: { type: 'string' } },
    });
    expect(Object.isFrozen(first?.inputSchema['properties'])).toBe(true);
  });

  it.each([
    ['two tools of one name', [look, look], /two tools are named look/],
    ['a tool in neither list', [fakeTool('new_tool')], /new_tool stands in neither list/],
    ['a tool in both lists', [fakeTool('both')], /both stands in both lists/],
    [
      'a writer that is labelled read-only',
      [fakeTool('change', { labels: ['read-only'] })],
      /change: its label and its list/,
    ],
    ['a reader without its label', [fakeTool('look')], /look: its label and its list/],
    ['a client’s name', [fakeTool('client_look')], /client_ belongs to clients/],
    ['a name that no model accepts', [fakeTool('Look!')], /no name for a tool/],
    [
      'a missing description',
      [fakeTool('look', { labels: ['read-only'], description: ' ' })],
      /no description/,
    ],
    [
      'open parameters',
      [fakeTool('change', { inputSchema: z.object({}).loose() })],
      /strictObject/,
    ],
    [
      'parameters that are no object',
      [fakeTool('change', { inputSchema: z.string() })],
      /strictObject/,
    ],
  ])('does not start with %s', (_what, tools, words) => {
    expect(() => filled(...tools)).toThrow(words);
  });

  it('lists every fault at once', () => {
    expect(() => filled(look, look, fakeTool('new_tool'))).toThrow(
      /named look[\s\S]*new_tool stands/,
    );
  });

  it('knows what may run again', () => {
    const registry = filled(look, change);
    expect(registry.find('look')?.effect).toBe('read');
    expect(registry.find('change')?.effect).toBe('write');
    expect(filled(fakeTool('change', { idempotent: true })).find('change')?.effect).toBe(
      'idempotent',
    );
  });
});
