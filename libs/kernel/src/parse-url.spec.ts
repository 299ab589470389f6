import { parseUrl } from './parse-url';

it('reads an address with letters beyond ASCII however often it is asked', () => {
  for (let nth = 0; nth < 200_000; nth += 1)
    if (parseUrl('https://bücher.example/') === undefined) throw new Error(`refused at ${nth}`);
  expect(parseUrl('https://bücher.example/')?.hostname).toBe('xn--bcher-kva.example');
});

it('answers nothing for what is no address', () => {
  expect([parseUrl('here'), parseUrl('http://'), parseUrl('//x', 'no base')]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  expect(parseUrl('../b', 'https://a.example/c/d')?.pathname).toBe('/b');
});
