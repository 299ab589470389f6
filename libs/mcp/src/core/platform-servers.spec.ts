import { parsePlatformServers } from './platform-servers';

describe('the servers an operator offers', () => {
  it('are programs or addresses', () => {
    const text =
      'servers:\n  a: { command: node, args: [x.js] }\n  b: { url: "http://10.0.0.7/mcp", tenants: [acme] }\n';
    expect(parsePlatformServers(text)).toMatchObject({
      a: { command: 'node', args: ['x.js'], env: {} },
      b: { url: 'http://10.0.0.7/mcp', tenants: ['acme'] },
    });
    expect(parsePlatformServers('{}')).toEqual({});
  });

  it.each([
    ['servers:\n  a: { command: x, url: "https://x" }\n', /line 2, key servers\.a: has either/],
    ['servers:\n  a: {}\n', /line 2, key servers\.a: has either/],
    ['servers:\n  A_b: { command: x }\n', /VANCE_MCP_SERVERS: line 2, key servers/],
    ['servers:\n  a: { url: "ftp://x" }\n', /line 2, key servers\.a\.url/],
    ['servers:\n  a: { command: x, shell: true }\n', /line 2/],
    ['servers: [', /VANCE_MCP_SERVERS: line/],
  ])('%j end the start with a line that says why', (text, told) => {
    expect(() => parsePlatformServers(text)).toThrow(told);
  });
});
