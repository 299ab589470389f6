import { createLogger } from './create-logger';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  const destination = { write: (line: string) => void (lines += line) };
  write(createLogger({ level: 'debug', service: 'test', destination }));
  return lines;
}

describe('the log', () => {
  it('writes one JSON line with service, level, time and message', () => {
    const line = JSON.parse(logged((log) => log.info({ a: 1 }, 'hello')));
    expect(line).toMatchObject({ service: 'test', level: 'info', a: 1, msg: 'hello' });
    expect(Date.parse(line.time)).not.toBeNaN();
  });

  const CANARY = 'canary-f00dfeed';
  const withFields = Object.assign(new Error('failed'), {
    headers: { authorization: `Bearer ${CANARY}` },
    request: { body: CANARY },
  });
  it.each([
    ['a field', { password: CANARY }],
    ['a header', { req: { headers: { authorization: `Bearer ${CANARY}` } } }],
    ['a field three levels down', { a: { b: { c: { apiKey: CANARY } } } }],
    ['a token in an address', { url: `https://x.example/p?api_key=${CANARY}&a=1` }],
    ['the user part of an address', { note: `mongodb://user:${CANARY}@host/db` }],
    ["an error's message", { err: new Error(`401 for Bearer ${CANARY}`) }],
    ["an error's foreign fields", { err: withFields }],
    ["an error's cause", { err: new Error('x', { cause: withFields }) }],
    ['a thrown object', { err: { token: CANARY } }],
    ['a provider key', { note: `key sk-${CANARY} refused` }],
    ['an API key of ours', { note: `key vk-${CANARY} refused` }],
  ])('never shows a secret in %s', (_, fields) => {
    expect(logged((log) => log.error(fields, 'oh'))).not.toContain(CANARY);
  });

  it('still tells what went wrong', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const line = JSON.parse(
      logged((log) => log.error({ err: new Error('no model', { cause }) }, 'x')),
    );
    expect(line.err).toMatchObject({
      type: 'Error',
      message: 'no model',
      cause: { message: 'refused', code: 'ECONNREFUSED' },
    });
  });
});
