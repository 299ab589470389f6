import { derivedId, newId } from './ids';

describe('ids', () => {
  it('say what they name, and are never the same', () => {
    const ids = Array.from({ length: 2_000 }, () => newId('prc'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^prc_[0-9a-hjkmnp-tv-z]{20}$/);
  });

  it('that are derived depend on every part and on where one ends', () => {
    expect(derivedId('msg', 'a', 'b')).toBe(derivedId('msg', 'a', 'b'));
    const others = [['ab'], ['ab', ''], ['', 'ab'], ['b', 'a'], ['a', 'b', '']];
    const all = [['a', 'b'], ...others].map((parts) => derivedId('msg', ...parts));
    expect(new Set(all).size).toBe(all.length);
    expect(derivedId('out', 'a')).toMatch(/^out_[0-9a-f]{32}$/);
  });
});
