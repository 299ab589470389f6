import { chained, hashOf, NO_HEAD, plainData, type AuditEntry } from './audit-chain';
import { judgeChain } from './audit-verdict';
import type { AuditDocument } from './audit.schema';

const entry = (id: string, data: Record<string, unknown> = {}): AuditEntry => ({
  ...{ _id: id, tenantId: 'ten_1', at: new Date(0), actor: 'usr_1', action: 'test' },
  ...{ target: 't', outcome: 'done', data },
});
const chain = (...ids: string[]) => [
  ...chained(
    NO_HEAD,
    ids.map((id) => entry(id)),
  ),
];
async function* walk(rows: readonly AuditDocument[]) {
  yield* rows;
}
const judge = (rows: readonly AuditDocument[], anchors: { n: number; hash: string }[] = []) =>
  judgeChain(walk(rows), anchors);
const known = chain('a', 'b', 'c', 'd');
const changed = (at: number, more: Partial<AuditDocument>) =>
  known.map((row, index) => (index === at ? { ...row, ...more } : row));
const headOf = (rows: readonly AuditDocument[]) => ({
  n: rows.at(-1)?.n ?? 0,
  hash: rows.at(-1)?.hash ?? '',
});

describe('the chain of the audit log', () => {
  it('holds while every row follows the one before it', async () => {
    const verdict = await judge(known, [headOf(known)]);
    expect(verdict).toEqual({ rows: 4, head: headOf(known) });
    expect(await judge([])).toEqual({ rows: 0, head: NO_HEAD });
  });

  it.each<[string, AuditDocument[], object]>([
    ['a changed word', changed(1, { actor: 'usr_2' }), { kind: 'changed', n: 2, auditId: 'b' }],
    ['changed data', changed(2, { data: { x: 1 } }), { kind: 'changed', n: 3, auditId: 'c' }],
    ['a changed time', changed(0, { at: new Date(1) }), { kind: 'changed', n: 1 }],
    ['an added field', changed(1, { more: 1 } as object), { kind: 'changed', n: 2, auditId: 'b' }],
    ['a time of another kind', changed(1, { at: '1970' } as object), { kind: 'changed', n: 2 }],
    [
      'data of another kind',
      changed(1, { data: new Date(0) } as object),
      { kind: 'changed', n: 2 },
    ],
    ['a foreign tenant', changed(3, { tenantId: 'ten_2' }), { kind: 'changed', n: 4 }],
    ['a removed row', known.filter((_, at) => at !== 1), { kind: 'missing', n: 2, auditId: 'c' }],
    ['a removed beginning', known.slice(2), { kind: 'missing', n: 1 }],
    ['a removed end', known.slice(0, 3), { kind: 'cut', n: 4 }],
    ['all of it removed', [], { kind: 'cut', n: 1 }],
    ['a row twice', [...known, known[3]!], { kind: 'broken', n: 5 }],
    [
      'a row in between, hashed well',
      [known[0]!, ...chained({ n: 1, hash: 'elsewhere' }, [entry('x')]), ...known.slice(2)],
      { kind: 'broken', n: 2, auditId: 'x' },
    ],
    [
      'all that follows written anew',
      [known[0]!, ...chained(known[0]!, [entry('x'), entry('c'), entry('d')])],
      { kind: 'changed', n: 4 },
    ],
  ])('shows %s', async (_, rows, fault) => {
    expect((await judge(rows, [headOf(known)])).fault).toMatchObject(fault);
  });

  it('shows what was written anew from a place that somebody noted', async () => {
    const rows = [...chained(NO_HEAD, [entry('a'), entry('x'), entry('y')])];
    const noted = { n: 2, hash: known[1]!.hash };
    expect((await judge(rows, [headOf(rows), noted])).fault).toMatchObject({
      ...{ kind: 'changed', n: 2 },
    });
  });

  it('hashes what a row says, in whatever order its keys come back', () => {
    const [row] = chained(NO_HEAD, [entry('a', { b: 1, a: { d: [1, 2], c: null } })]);
    const turned = { ...row!, data: { a: { c: null, d: [1, 2] }, b: 1 } };
    expect(hashOf(turned)).toBe(row!.hash);
    expect(hashOf({ ...turned, data: { a: { c: null, d: [2, 1] }, b: 1 } })).not.toBe(row!.hash);
  });

  it('keeps data as the database gives it back', () => {
    const half = '\ud83d';
    expect(plainData({ a: undefined, b: new Date(0), c: half, d: -0, e: [undefined] })).toEqual({
      ...{ b: '1970-01-01T00:00:00.000Z', c: '\ufffd', d: 0, e: [null] },
    });
  });
});
