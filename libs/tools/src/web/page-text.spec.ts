import { pageText } from './page-text';

const BASE = 'https://example.org/a/b.html';
const textOf = (html: string): string => pageText(html, BASE).text;

describe('the text of a page', () => {
  it('has title, headings, paragraphs, lists, tables and links', () => {
    const html = `<!doctype html><title> The&amp;Page </title><body>
      <h1>Whales</h1><p>They <b>sing</b>,   they\n dive.<p>See <a href="../c?d=1#e">more</a>.
      <ul><li>blue<li>grey</ul><table><tr><th>a<th>b<tr><td>1<td>2</table><pre>  x\n   y</pre>`;
    expect(pageText(html, BASE)).toEqual({
      title: 'The&Page',
      complete: true,
      text: [
        '# Whales',
        '',
        'They sing, they dive.',
        '',
        'See more (https://example.org/c?d=1#e).',
        '',
        '- blue',
        '- grey',
        '',
        'a | b',
        '1 | 2',
        '',
        '```',
        '  x',
        '   y',
        '```',
      ].join('\n'),
    });
  });

  it.each([
    '<script>bad()</script>',
    '<style>bad{}</style>',
    '<noscript>bad</noscript>',
    '<svg><title>bad</title></svg>',
    '<nav><ul><li>bad</ul></nav>',
    '<p hidden>bad</p>',
    '<div aria-hidden="true"><p>bad</p></div>',
    '<div style="color:red; display : none">bad</div>',
    '<!-- bad -->',
  ])('leaves out what no reader sees: %s', (html) => {
    expect(textOf(`<p>good</p>${html}<p>fine</p>`)).toBe('good\n\nfine');
  });

  it('is that of its main part when there is enough of it', () => {
    const long = 'word '.repeat(60).trim();
    expect(textOf(`<div>menu</div><main><p>${long}</p></main><div>ads</div>`)).toBe(long);
    expect(textOf('<div>menu</div><main>x</main>')).toBe('menu\n\nx');
  });

  it('keeps only links that lead somewhere else', () => {
    expect(textOf('<a href="javascript:alert(1)">a</a> <a href="#x">b</a> <a>c</a>')).toBe('a b c');
    expect(textOf('<a href="https://x.org/">https://x.org/</a>')).toBe('https://x.org/');
  });

  it('of plain words, broken tags or nothing is what is there', () => {
    expect(textOf('just words')).toBe('just words');
    expect(textOf('<p>a</b></i><<p>b')).toContain('a');
    expect(textOf('')).toBe('');
  });

  it.each([
    ['nested tags', '<div>'.repeat(100_000) + 'end'],
    ['unmatched ends', `${'<b>'.repeat(400)}${'</i>'.repeat(200_000)}`],
    ['open comments', '<!--'.repeat(200_000)],
    ['entities', '&amp'.repeat(200_000)],
    ['links', '<a href="x">y</a>'.repeat(60_000)],
    ['articles', '<article>x</article>'.repeat(50_000)],
  ])('of a million characters of %s is given in time', (_what, html) => {
    expect(() => textOf(html)).not.toThrow();
  });

  it('says when something was nested too deep to be read', () => {
    expect(pageText(`<p>first</p>${'<div>'.repeat(600)}last`, BASE)).toMatchObject({
      text: 'first',
      complete: false,
    });
  });
});
