import { textDiff } from './text-diff';

describe('the diff of an edit', () => {
  it('shows lines that went and came', () => {
    const { diff, cut } = textDiff('prompts/a.md', 'one\ntwo\n', 'one\n2\n');
    expect(diff).toMatch(/^--- prompts\/a\.md\n\+\+\+ prompts\/a\.md\n@@ /);
    expect(diff).toMatch(/\n-two\n\+2\n/);
    expect(cut).toBeUndefined();
  });

  it('is cut where it is long, and left out where everything is new', () => {
    const lines = (count: number, word: string) =>
      Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('');
    const long = textDiff('p', '', lines(1_500, 'a line'));
    expect(long.diff).toHaveLength(8_192);
    expect(long.cut).toBe(true);
    expect(textDiff('p', lines(20_000, 'a'), lines(20_000, 'b'))).toEqual({ cut: true });
  });
});
