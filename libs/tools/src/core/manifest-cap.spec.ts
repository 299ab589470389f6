import type { ToolDescriptor } from '../tool';
import { PLACES_FOR_FOUND, capTools } from './manifest-cap';

const tool = (name: string, labels: string[] = []): ToolDescriptor => ({
  name,
  labels,
  description: name,
  inputSchema: {},
  source: 'server',
});
const named = (tools: readonly ToolDescriptor[]) => tools.map(({ name }) => name);
const tools = [tool('a'), tool('b', ['read-only']), tool('c'), tool('d', ['read-only'])];
const [a, b, c, d] = tools as [ToolDescriptor, ToolDescriptor, ToolDescriptor, ToolDescriptor];

describe('the cap on tools of one model call', () => {
  it('leaves a list that fits as it is', () => {
    expect(capTools(tools, 4)).toBe(tools);
  });

  it('keeps read-only tools first, then the order given', () => {
    expect(named(capTools(tools, 3))).toEqual(['b', 'd', 'a']);
  });

  it('never leaves out the tools by which the rest is found', () => {
    const many = Array.from({ length: 300 }, (_, i) => tool(`read_${i}`, ['read-only']));
    const needed = ['find_tools', 'describe_tool', 'tool_result_read'];
    const last = needed.map((name) => tool(name, ['read-only']));
    expect(named(capTools([...many, ...last], 128)).slice(0, 4)).toEqual([...needed, 'read_0']);
  });

  it('gives its last places to what was found, latest first', () => {
    const [x, y, z] = [tool('x'), tool('y'), tool('z')];
    const shown = capTools([...tools, x, y, z], 5, [z, x, y]);
    expect(named(shown)).toEqual(['b', 'd', 'a', 'z', 'x']);
    expect(named(capTools([...tools, x, y, z], 6, [x]))).toEqual(['b', 'd', 'a', 'x', 'c', 'y']);
  });

  it('moves nothing for what is shown anyway, or is not there any more', () => {
    const many = [...tools, ...['e', 'f', 'g'].map((name) => tool(name))];
    expect(named(capTools(many, 6, [b, d, a, tool('gone')]))).toEqual(named(capTools(many, 6)));
  });

  it('keeps most places for the recipe’s order, however much was found', () => {
    const many = Array.from({ length: 300 }, (_, i) => tool(`t_${i}`));
    const shown = named(capTools(many, 128, many.slice(128)));
    expect(shown.slice(0, 96)).toEqual(named(many.slice(0, 96)));
    expect(shown.slice(96)).toEqual(named(many.slice(128, 128 + PLACES_FOR_FOUND)));
  });

  it('keeps the tool that finds the others for last, and shows what it found beside it', () => {
    const needed = ['describe_tool', 'find_tools', 'tool_result_read'].map((name) => tool(name));
    const all = [...tools, ...needed];
    expect(named(capTools(all, 1, [c]))).toEqual(['find_tools']);
    expect(named(capTools(all, 2, [c]))).toEqual(['find_tools', 'c']);
    expect(named(capTools(all, 3))).toEqual(['find_tools', 'describe_tool', 'tool_result_read']);
  });

  it('holds its size even where a model takes hardly any', () => {
    for (const max of [0, 1, 2]) expect(capTools(tools, max, [c])).toHaveLength(max);
  });
});
