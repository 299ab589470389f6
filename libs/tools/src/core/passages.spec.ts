import { passagesOf } from './passages';

const words = (count: number, word = 'word'): string => Array(count).fill(word).join(' ');

describe('passages of a text', () => {
  it('keep short paragraphs together and lose no word', () => {
    expect(passagesOf('One.\n\nTwo.\r\n\r\nThree.')).toEqual(['One.\n\nTwo.\n\nThree.']);
    const text = Array.from({ length: 400 }, (_, i) => `Sentence ${i}.${i % 7 ? '' : '\n\n'}`).join(
      ' ',
    );
    const passages = passagesOf(text);
    expect(passages.length).toBeGreaterThan(4);
    expect(passages.join(' ').split(/\s+/)).toEqual(text.trim().split(/\s+/));
  });

  it('begin at a heading when there is enough before it', () => {
    const [first, second] = passagesOf(`${words(120)}\n\n# Whales\n\n${words(20)}`);
    expect(first).not.toContain('Whales');
    expect(second).toMatch(/^# Whales\n\nword/);
  });

  it('keep a heading with what follows', () => {
    for (const passage of passagesOf(`# A\n\n${words(150)}\n\n# B\n\n## C\n\n${words(150)}`))
      expect(passage).toMatch(/word$/);
  });

  it('cut a long paragraph at sentences, or at words, or, without either, somewhere', () => {
    const sentence = `${words(30)}.`;
    for (const passage of passagesOf(Array(40).fill(sentence).join(' ')))
      expect(passage).toMatch(/\.$/);
    for (const passage of passagesOf(words(2_000))) expect(passage).toMatch(/^word.*word$/);
    const solid = passagesOf('x'.repeat(10_000));
    expect(solid.join('')).toHaveLength(10_000);
    expect(Math.max(...solid.map(({ length }) => length))).toBeLessThanOrEqual(1_500);
  });

  it('do not cut a character in two', () => {
    const passages = passagesOf(`x${'🙂'.repeat(5_000)}`);
    expect(passages.every((passage) => passage.isWellFormed())).toBe(true);
    expect(passages.join('')).toBe(`x${'🙂'.repeat(5_000)}`);
  });

  it('of nothing are none', () => {
    expect(passagesOf(' \n\n\t ')).toEqual([]);
  });
});
