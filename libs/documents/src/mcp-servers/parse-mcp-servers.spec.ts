import { mcpServerFaults } from './mcp-server-faults';
import { parseMcpServers } from './parse-mcp-servers';

const faultsOf = (text: string) => {
  const parsed = parseMcpServers(text);
  return parsed.ok ? [] : parsed.error;
};
const server = (text: string) => `servers:\n  tickets:\n    ${text}\n`;

describe('a layer of mcp-servers.yaml is refused with line, key, rule and a right example:', () => {
  it.each<[string, string, number, string, RegExp]>([
    ['no YAML', 'servers: [', 1, '', /./],
    ['a list', '- x\n', 1, '', /^must be a mapping$/],
    ['an unknown key', 'server: {}\n', 1, 'server', /^there is no such key here$/],
    ['a list of servers', 'servers: [x]\n', 1, 'servers', /^must be a mapping$/],
    ['a name', 'servers:\n  "No way": {}\n', 2, 'servers.No way', /^must be named by a-z/],
    ['an address that is none', server('url: 7'), 3, 'servers.tickets.url', /^must be a text$/],
    ['an empty address', server('url: ""'), 3, 'servers.tickets.url', /^must not be empty$/],
    ['neither way', server('enabled: true'), 2, 'servers.tickets', /^must have either url or use$/],
    ['a name of a program', server('use: A B'), 3, 'servers.tickets.use', /^must be named by a-z/],
    [
      'a list that is none',
      server('use: x\n    readOnly: echo'),
      4,
      'servers.tickets.readOnly',
      /^must be a list$/,
    ],
    [
      'hours',
      server('use: x\n    timeoutSeconds: 9999'),
      4,
      'servers.tickets.timeoutSeconds',
      /^must be at most 60$/,
    ],
  ])('%s', (_, text, line, key, rule) => {
    expect(faultsOf(text)[0]).toEqual({
      line,
      key,
      rule: expect.stringMatching(rule),
      example: expect.stringMatching(/\w: ./),
    });
  });
});

it('every example could be saved', () => {
  for (const key of ['url', 'use'])
    expect(faultsOf(server(mcpServerFaults.at(1, [key], '').example))).toEqual([]);
  for (const key of ['enabled', 'readOnly', 'allow', 'deny', 'timeoutSeconds'])
    expect(faultsOf(server(`use: x\n    ${mcpServerFaults.at(1, [key], '').example}`))).toEqual([]);
  for (const key of ['servers', 'nothing'])
    expect(faultsOf(mcpServerFaults.at(1, [key], '').example)).toEqual([]);
});
