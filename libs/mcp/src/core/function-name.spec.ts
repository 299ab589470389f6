import { functionName } from './function-name';

describe('the name of a function', () => {
  it('is the server and the tool where a model can call them so', () => {
    expect(functionName('files', 'read_file')).toBe('mcp_files_read_file');
    expect(functionName('my-files', 'get-Env')).toBe('mcp_my-files_get-Env');
  });

  it('never means two tools, whatever they are called', () => {
    const tools = [
      'a.b',
      'a_b',
      'a b',
      'a/b',
      'ä',
      'x'.repeat(100),
      `${'x'.repeat(99)}y`,
      '🦊',
      '..',
    ];
    const names = tools.map((tool) => functionName('s', tool));
    expect(new Set(names).size).toBe(tools.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
  });

  it('tells servers apart whose names and tools could be read together', () => {
    expect(functionName('a', 'b_c')).not.toBe(functionName('a-b', 'c'));
  });
});
