import { DomainError } from '@vance/kernel';
import { httpRoutes, type RouteSpec } from '@vance/protocol';
import { readInput, type RawInput } from './read-input';

const raw = (input: Partial<RawInput>): RawInput => ({
  params: {},
  query: {},
  contentType: undefined,
  body: undefined,
  ...input,
});
const json = (value: unknown): Partial<RawInput> => ({
  contentType: 'application/json; charset=utf-8',
  body: Buffer.from(JSON.stringify(value)),
});
function refusalOf(route: RouteSpec, input: Partial<RawInput>): DomainError {
  try {
    readInput(route, raw(input));
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('readInput', () => {
  it('names an unknown field by its path', () => {
    const error = refusalOf(httpRoutes.createProject, json({ name: 'p', surprise: 1 }));
    expect(error.data).toEqual({ errors: [{ path: 'surprise', message: 'unknown field' }] });
  });

  it('names a missing field of an empty body', () => {
    const error = refusalOf(httpRoutes.createProject, {});
    expect(error.data).toMatchObject({ errors: [{ path: 'name' }] });
  });

  it('joins the rest of a path', () => {
    const { params } = readInput(
      httpRoutes.readDocument,
      raw({ params: { project: 'p', path: ['notes', 'one.md'] } }),
    );
    expect(params).toEqual({ project: 'p', path: 'notes/one.md' });
  });

  it.each([['..'], ['a', '..', 'b'], ['A'], ['a\0b'], ['c:\\x'], ['']])(
    'refuses the path %j',
    (...path) => {
      expect(refusalOf(httpRoutes.readDocument, { params: { project: 'p', path } }).status).toBe(
        400,
      );
    },
  );

  it.each(['-1', '1.5', 'x', '1e3', ' 7', '0x1', '', ['1', '2'], { $gt: '' }])(
    'refuses the cursor %j',
    (since) => {
      const error = refusalOf(httpRoutes.listEvents, {
        params: { sessionId: 'ses' },
        query: { since },
      });
      expect(error.code).toBe('BAD_REQUEST');
    },
  );

  it('refuses a body of another kind', () => {
    const error = refusalOf(httpRoutes.createProject, {
      contentType: 'application/xml',
      body: Buffer.from('<a/>'),
    });
    expect(error.status).toBe(415);
  });

  it('refuses bytes that are no text', () => {
    const error = refusalOf(httpRoutes.writeDocument, {
      params: { project: 'p', path: ['a.md'] },
      contentType: 'text/plain',
      body: Buffer.from([0xff, 0xfe]),
    });
    expect(error.message).toContain('UTF-8');
  });

  it('refuses parameters a route does not know', () => {
    expect(
      refusalOf(httpRoutes.getProject, { params: { project: 'p' }, query: { 'id[$ne]': '1' } })
        .status,
    ).toBe(400);
  });

  it('takes no body or an empty object where a route needs none', () => {
    const params = { processId: 'prc' };
    expect(readInput(httpRoutes.haltProcess, raw({ params, ...json({}) })).body).toBeUndefined();
    expect(refusalOf(httpRoutes.haltProcess, { params, ...json({ tenantId: 'b' }) }).status).toBe(
      400,
    );
  });
});
