import { decodeBody, isBinary } from './decode-body';

const latin = Buffer.from('Grüße', 'latin1');

describe('the text of a body', () => {
  it.each([
    ['what the server says', latin, 'text/plain; charset=ISO-8859-1', 'Grüße'],
    ['in quotes', latin, 'text/plain;charset="windows-1252"', 'Grüße'],
    ['UTF-8 unsaid', Buffer.from('Grüße'), 'text/plain', 'Grüße'],
    ['an unknown charset', Buffer.from('Grüße'), 'text/plain; charset=x-none', 'Grüße'],
    ['shift_jis', Buffer.from([0x8a, 0xbf, 0x8e, 0x9a]), 'text/plain; charset=Shift_JIS', '漢字'],
    [
      'a mark against the header',
      Buffer.from('\ufeffGrüße'),
      'text/plain; charset=latin1',
      'Grüße',
    ],
    ['UTF-16 by its mark', Buffer.from('\ufeffGrüße', 'utf16le'), 'text/html', 'Grüße'],
  ])('follows %s', (_what, bytes, type, text) => {
    expect(decodeBody(bytes, type)).toBe(text);
  });

  it('follows the page’s own word where the server has none', () => {
    const page = Buffer.concat([Buffer.from('<html><meta charset="iso-8859-1"><p>'), latin]);
    expect(decodeBody(page, 'text/html')).toContain('Grüße');
  });

  it('of bytes that fit no charset is still text', () => {
    expect(decodeBody(Buffer.from([0x61, 0xff, 0x62]), 'text/plain; charset=utf-8')).toBe(
      'a\ufffdb',
    );
  });

  it('tells what is none by its zeros, but UTF-16 is text', () => {
    expect(isBinary(Buffer.from([0x25, 0x50, 0x44, 0x00]))).toBe(true);
    expect(isBinary(Buffer.from('\ufeffa', 'utf16le'))).toBe(false);
    expect(isBinary(Buffer.from('text'))).toBe(false);
  });
});
