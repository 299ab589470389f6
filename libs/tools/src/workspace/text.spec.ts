import { countOccurrences, showLines } from './text';

const text = Array.from({ length: 10 }, (_, i) => `line ${i + 1}`).join('\n');

describe('lines of a file', () => {
  it('shows a short file as it is', () => {
    expect(showLines(text, 1, 400)).toBe(text);
  });

  it('counts no line behind the last one’s end, and offers none', () => {
    expect(showLines(`${text}\n`, 1, 10)).toBe(`${text}\n`);
    expect(showLines(`${text}\n`, 10, 5)).toBe('line 10\n[Lines 10–10 of 10; the end.]');
    expect(showLines(`${text}\n`, 11, 5)).toMatch(/the file has 10 lines/);
    expect([showLines('', 1, 5), showLines('\n', 1, 5)]).toEqual(['', '\n']);
  });

  it('says how to go on', () => {
    expect(showLines(text, 3, 2)).toBe('line 3\nline 4\n[Lines 3–4 of 10; go on with offset 5.]');
    expect(showLines(text, 9, 5)).toBe('line 9\nline 10\n[Lines 9–10 of 10; the end.]');
  });

  it('says so beyond the end', () => {
    expect(showLines(text, 11, 5)).toMatch(/No such line: the file has 10 lines/);
  });

  it('cuts long lines, and stops before a model would be cut off', () => {
    expect(showLines('x'.repeat(3_000), 1, 1)).toHaveLength(2_001);
    const shown = showLines(
      Array.from({ length: 100 }, () => 'y'.repeat(1_000)).join('\n'),
      1,
      100,
    );
    expect(shown.length).toBeLessThan(31_000);
    expect(shown).toMatch(/go on with offset 30\.\]$/);
  });

  it('counts occurrences', () => {
    expect([countOccurrences('a.a.a', 'a'), countOccurrences('abc', '.')]).toEqual([3, 0]);
  });
});
