import { startErrorLine } from './start-error';

const failure = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}\n    at somewhere`), { code, syscall });

describe('startErrorLine', () => {
  it.each([
    ['a port in use', failure('EADDRINUSE', 'listen'), 'VANCE_PORT'],
    ['a forbidden port', failure('EACCES', 'listen'), 'VANCE_PORT'],
    ['a foreign address', failure('EADDRNOTAVAIL', 'listen'), 'VANCE_HOST'],
    [
      'an unreachable database',
      Object.assign(new Error('connect ECONNREFUSED'), { name: 'MongooseServerSelectionError' }),
      'MONGODB_URI',
    ],
    ['anything else', new Error('odd\nstack'), 'the server did not start: odd'],
  ])('%s is one line that names what to change', (_, error, part) => {
    const line = startErrorLine(error);
    expect(line).toContain(part);
    expect(line).not.toContain('\n');
  });
});
