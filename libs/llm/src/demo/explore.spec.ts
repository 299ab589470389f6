import { mixed, type Candidate } from './explore';

const file = (path: string, score: number): Candidate => ({ path, score, document: false });

describe('the files of a plan', () => {
  const docs = [file('docs/a.md', 9), file('docs/b.md', 8), file('docs/c.md', 7)];

  it('come from a second folder too if it has something to say', () => {
    const found = [...docs, file('docs/d.md', 6), file('libs/x.ts', 2), file('libs/y.ts', 1)];
    expect(mixed(found, 3).map(({ path }) => path)).toEqual([
      'docs/a.md',
      'docs/b.md',
      'libs/x.ts',
    ]);
  });

  it('stay the best where the others are of no use, or were among them anyway', () => {
    expect(mixed([...docs, file('tmp/x.ts', -2)], 3)).toEqual(docs);
    const both = [file('docs/a.md', 9), file('libs/x.ts', 8), file('docs/b.md', 7)];
    expect(mixed([...both, file('tools/y.ts', 6)], 3)).toEqual(both);
    expect(mixed([], 3)).toEqual([]);
  });
});
