import { filesIn, filesWithHits, fileText, foldersIn, placesIn, takeNotes } from './material';

describe('notes on a file', () => {
  it('tell title, first paragraph, headings and what is said about the words', () => {
    const text = [
      '# Lanes',
      '',
      '```mermaid',
      'graph LR with words about durability that are no prose at all',
      '```',
      'A lane is the right to work on a process, and it is taken by one write',
      'that grows the epoch.',
      '',
      '## Leases',
      '| durability | a table is no sentence |',
      '* durability comes from the journal',
    ].join('\n');
    expect(takeNotes('docs/lanes.md', text, ['durability'])).toEqual({
      path: 'docs/lanes.md',
      title: 'Lanes',
      opening:
        'A lane is the right to work on a process, and it is taken by one write that grows the epoch.',
      headings: ['Leases'],
      lines: 11,
      mentions: ['durability comes from the journal'],
    });
  });

  it('quote whole sentences, those that say most about the words first', () => {
    const text = [
      'It begins here. After a crash',
      'the lane runs out. Another worker',
      'takes the turn that the crash left.',
      '',
      '* returning is another word',
      '* a turn may',
      '  go over two lines',
    ].join('\n');
    expect(takeNotes('a.md', text, ['turn', 'crash']).mentions).toEqual([
      'Another worker takes the turn that the crash left.',
      'After a crash the lane runs out.',
      'a turn may go over two lines',
    ]);
  });

  it('of a source begin with its documentation and list what it declares', () => {
    const text =
      '/**\n * Keeps lanes.\n * Renewed every 5 s.\n */\nexport class Lanes {}\nexport const a = 1;\n';
    expect(takeNotes('src/lanes.ts', text, [])).toMatchObject({
      title: 'lanes.ts',
      opening: 'Keeps lanes.\n  Renewed every 5 s.',
      headings: ['export class Lanes {}', 'export const a = 1;'],
    });
  });

  it('count the lines of the whole file where only a part was read', () => {
    expect(takeNotes('a.md', '# A\n[Lines 1–300 of 912; go on with offset 301.]', []).lines).toBe(
      912,
    );
  });

  it('count as many lines as there are ends of lines', () => {
    expect([
      takeNotes('a.md', '# A\n\nB.\n', []).lines,
      takeNotes('a.md', '# A', []).lines,
    ]).toEqual([3, 1]);
  });

  it('are taken from an object’s content as well', () => {
    expect(fileText('{"path":"a.md","content":"# A"}')).toBe('# A');
    expect(fileText('{ not json')).toBe('{ not json');
  });
});

it('finds files and folders in listings', () => {
  const listing =
    '{"path":"docs","entries":[{"name":"how-to","type":"folder"},{"name":"a.md","type":"file","size":3}]}';
  expect(filesIn(listing, 'docs')).toEqual(['docs/a.md']);
  expect(foldersIn(listing)).toEqual(['how-to']);
  expect(filesIn('{"files":["docs/a.md","libs/x/b.ts"]}')).toEqual(['docs/a.md', 'libs/x/b.ts']);
});

it('takes from a search the files with hits, not those that the lines mention', () => {
  expect(filesWithHits('docs/a.md:3: see b.md:7: there\ndocs/a.md:9: x\nlibs/c.ts:1: y')).toEqual([
    'docs/a.md',
    'libs/c.ts',
  ]);
});

it('quotes places in tests only where there are no others', () => {
  const inTest = "a.spec.ts:3: it('ends in \\n')";
  expect(placesIn(`a.ts:1: x\n${inTest}`)).toEqual(['a.ts:1: x']);
  expect(placesIn(inTest)).toEqual([inTest]);
});
