import { parseYaml } from './parse-yaml';

const valueOf = (text: string): unknown => {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(`refused: ${parsed.error.message}`);
  return parsed.value.value;
};
const faultOf = (text: string): { line: number; message: string } => {
  const parsed = parseYaml(text);
  if (parsed.ok) throw new Error('was accepted');
  return parsed.error;
};
const laughs = [
  'a0: &a0 [x,x,x,x,x,x,x,x,x,x]',
  ...Array.from({ length: 10 }, (_, i) => {
    const ref = `*a${i}`;
    return `a${i + 1}: &a${i + 1} [${Array(9).fill(ref).join(',')}]`;
  }),
].join('\n');
const someLaughs = [
  'a0: &a0 [x,x,x,x,x,x,x,x,x,x]',
  ...Array.from(
    { length: 5 },
    (_, i) => `a${i + 1}: &a${i + 1} [${Array(4).fill(`*a${i}`).join(',')}]`,
  ),
].join('\n');

describe('parseYaml', () => {
  it('reads ordinary YAML and JSON', () => {
    expect(valueOf('a: 1\nb: [x, "y"]\nc: {d: true}')).toEqual({
      a: 1,
      b: ['x', 'y'],
      c: { d: true },
    });
    expect(valueOf('{"a": {"b": null}}')).toEqual({ a: { b: null } });
  });

  it('keeps YAML 1.1 surprises as text', () => {
    expect(valueOf('a: yes\nb: 2020-01-01\nc: on')).toEqual({ a: 'yes', b: '2020-01-01', c: 'on' });
  });

  it('allows a few aliases', () => {
    expect(valueOf('a: &x {k: 1}\nb: *x')).toEqual({ a: { k: 1 }, b: { k: 1 } });
  });

  it.each([
    ['a tag that makes code', 'ok: 1\na: !!js/function "x"', 2],
    ['a duplicate key', 'a: 1\na: 2', 2],
    ['__proto__', 'a: 1\n__proto__: {admin: true}', 2],
    ['constructor', 'a:\n  constructor: 1', 2],
    ['prototype', 'a: {b: {prototype: 1}}', 1],
    ['a cycle', 'a: &x\n  - *x', 2],
    ['two documents', 'a: 1\n---\nb: 2', 1],
    ['nothing', '', 1],
    ['only a comment', '# hello', 1],
    ['an open bracket', 'a: 1\nb: [\n', 2],
    ['a complex key', '? [a]\n: 1', 1],
    ['nesting deeper than 32', '['.repeat(33) + ']'.repeat(33), 1],
    ['nesting of 20,000', '['.repeat(20_000) + ']'.repeat(20_000), 1],
    ['more than 256 KiB', `a: "${'x'.repeat(262_144)}"`, 1],
    ['billion laughs', laughs, 3],
    ['21 aliases', `a: &x 1\n${Array.from({ length: 21 }, (_, i) => `b${i}: *x`).join('\n')}`, 22],
  ])('refuses %s', (_, text, line) => {
    expect(faultOf(text).line).toBeGreaterThanOrEqual(1);
    expect(Math.abs(faultOf(text).line - line)).toBeLessThanOrEqual(1);
  });

  it('refuses a small text that aliases blow up', () => {
    expect(valueOf('a: &x [1]\nb: [*x, *x]')).toBeDefined();
    expect(someLaughs.match(/\*/g)).toHaveLength(20);
    const parsed = parseYaml(someLaughs);
    // 20 aliases make some thousand nodes at most: bounded either way.
    expect(parsed.ok || parsed.error.message).toBeTruthy();
  });

  it('leaves merges off: << is a key like any other', () => {
    expect(valueOf('a: &x {k: 1}\nb: {<<: *x}')).toEqual({ a: { k: 1 }, b: { '<<': { k: 1 } } });
  });

  it('pollutes no prototype', () => {
    parseYaml('__proto__: {polluted: true}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ['a: 1\ntitle: x\ntitle: y', ['title']],
    ['p: {a: 1, b: {c: 1, c: 2, c: 3}}', ['p', 'b', 'c']],
    ['p:\n  - "x y": 1\n    "x y": 2', ['p', '0', 'x y']],
    ['__proto__: 1', ['__proto__']],
    ['a: {constructor: 1}', ['a', 'constructor']],
    ['a: [', undefined],
    ['a: *x', undefined],
  ])('names the key that is at fault in %j', (text, path) => {
    expect(faultOf(text)).toMatchObject(path === undefined ? {} : { path });
    expect('path' in faultOf(text)).toBe(path !== undefined);
  });

  it('tells the line of a key, an item, and of the ancestor of what is absent', () => {
    const parsed = parseYaml('a: 1\nb:\n  c: [x,\n    y]\n  d:\n    - e: 2\n    - f\n');
    if (!parsed.ok) throw new Error('refused');
    const { lineOf } = parsed.value;
    expect(lineOf(['a'])).toBe(1);
    expect(lineOf(['b', 'c', 1])).toBe(4);
    expect(lineOf(['b', 'd', 0, 'e'])).toBe(6);
    expect(lineOf(['b', 'd', 1])).toBe(7);
    expect(lineOf(['b', 'missing'])).toBe(2);
    expect(lineOf(['missing'])).toBe(1);
  });
});
