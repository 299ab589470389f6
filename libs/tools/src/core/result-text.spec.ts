import { cutBytes, isTooLarge, previewText, resultText, stretchText } from './result-text';

describe('a tool’s result as text', () => {
  it.each([
    ['text as it is', 'plain', 'plain'],
    ['anything else as JSON', { a: [1, null] }, '{"a":[1,null]}'],
    ['nothing as a word', undefined, 'Done.'],
    ['a lone surrogate repaired', 'a\ud800b', 'a\ufffdb'],
  ])('%s', (_what, result, text) => {
    expect(resultText(result)).toBe(text);
  });

  it('survives a value that is no JSON', () => {
    expect(resultText(10n)).toMatch(/cannot be shown/);
  });

  it('measures bytes, not characters', () => {
    expect(isTooLarge('x'.repeat(32_768))).toBe(false);
    expect(isTooLarge('ä'.repeat(16_385))).toBe(true);
  });

  it.each(['x', 'ä', '€', '😀'])('cuts a text of %s between characters', (character) => {
    const cut = cutBytes(character.repeat(3_000), 2_047);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(2_042);
    expect(Buffer.byteLength(cut)).toBeLessThan(2_048);
    expect(cut).toBe(character.repeat([...cut].length));
  });

  it('shows the beginning of a stored result and how to read on', () => {
    const preview = previewText('x'.repeat(40_000), 'res_7');
    expect(Buffer.byteLength(preview)).toBeLessThan(2_400);
    expect(preview).toMatch(
      /40000 characters; these are the first 2048\..*"res_7", "offset": 2048\}/,
    );
  });

  it('says where to read on in the characters that reading counts', () => {
    const whole = 'ä€😀'.repeat(9_000);
    const preview = previewText(whole, 'res_7');
    const offset = Number(/"offset": (\d+)/.exec(preview)?.[1]);
    const next = stretchText(whole, offset, 100).split('\n[')[0] ?? '';
    expect(preview.split('\n\n[')[0] + next).toBe(whole.slice(0, offset + next.length));
  });
});

describe('a stretch of a stored result', () => {
  it('says where it lies and how to go on', () => {
    expect(stretchText('abcdef', 1, 3)).toBe('bcd\n[Characters 1–4 of 6; go on with offset 4.]');
    expect(stretchText('abcdef', 4, 9)).toBe('ef\n[Characters 4–6 of 6; the end.]');
  });

  it.each([6, 7, 96_000])('beyond the end says so (%d)', (offset) => {
    expect(stretchText('abcdef', offset, 3)).toBe(
      `[There is nothing at offset ${offset}: the result has 6 characters.]`,
    );
  });

  it.each([
    ['whose offset lies within a character', '😀b', 1, 2, '😀'],
    ['whose end lies within a character', 'a😀b', 0, 2, 'a'],
    ['too short for a character', 'a😀b', 1, 1, '😀'],
    ['that ends with a replacement character', 'a\ufffdb', 0, 2, 'a\ufffd'],
  ])('%s splits and loses none', (_what, whole, offset, limit, text) => {
    expect(stretchText(whole, offset, limit).split('\n[')[0]).toBe(text);
  });

  it.each([1, 2, 3, 7])('after stretch, by %d, gives the whole', (limit) => {
    const whole = 'a😀\ufffd😀€😀\n[b]'.repeat(20);
    let text = '';
    for (let offset = 0; offset < whole.length;) {
      const stretch = stretchText(whole, offset, limit);
      const [note = '', from, to] = /\n\[Characters (\d+)–(\d+) of \d+; .*\]$/.exec(stretch) ?? [];
      text += stretch.slice(0, stretch.length - note.length);
      expect([Number(from), Number(to) > offset]).toEqual([offset, true]);
      offset = Number(to);
    }
    expect(text).toBe(whole);
  });
});
