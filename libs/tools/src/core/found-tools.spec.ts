import type { ToolDescriptor } from '../tool';
import { foundTools } from './found-tools';

const tool = (name: string, description = ''): ToolDescriptor => ({
  ...{ name, description, labels: [], inputSchema: {}, source: 'client' },
});
const tools = [tool('mail_send', 'Sends a letter'), tool('mail_list'), tool('map_show')];
const found = (...calls: [name: string, args: string][]) =>
  foundTools(
    calls.map(([name, args]) => ({ name, arguments: args })),
    tools,
  ).map(({ name }) => name);

describe('what a model has looked up', () => {
  it('is what its searches show and what it has had described, latest first, each once', () => {
    expect(
      found(['find_tools', '{"query":"mail"}'], ['describe_tool', '{"name":"map_show"}']),
    ).toEqual(['map_show', 'mail_send', 'mail_list']);
    expect(found(['find_tools', '{"query":"letter"}'], ['find_tools', '{"query":"mail"}'])).toEqual(
      ['mail_send', 'mail_list'],
    );
  });

  it('is everything for a search without words', () => {
    expect(found(['find_tools', ''])).toHaveLength(3);
  });

  it.each([
    ['doc_find', '{"query":"mail"}'],
    ['find_tools', '{"query":7}'],
    ['find_tools', '{"query":'],
    ['describe_tool', '{"name":"hidden"}'],
    ['describe_tool', '{}'],
  ])('is nothing after %s %s', (name, args) => {
    expect(found([name, args])).toEqual([]);
  });
});
