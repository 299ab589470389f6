import fc from 'fast-check';
import { SseReader } from './sse-reader';

function read(stream: Buffer, cuts: readonly number[]): string[] {
  const reader = new SseReader();
  const events: string[] = [];
  for (let at = 0, i = 0; at < stream.length; i++) {
    const size = cuts[i % cuts.length] ?? 1;
    events.push(...reader.push(stream.subarray(at, at + size)));
    at += size;
  }
  return [...events, ...reader.end()];
}

it('finds the same events however the bytes are cut and lines end', () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const data = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ' '));
  const cuts = fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(fc.array(data), lineEnd, cuts, (events, end, sizes) => {
      const stream = events.map((text) => `: ping${end}event: x${end}data: ${text}${end}${end}`);
      expect(read(Buffer.from(stream.join('')), sizes)).toEqual(events);
    }),
  );
});

it('joins the data lines of one event and takes one space after the colon away', () => {
  expect(read(Buffer.from('data:a\ndata:  b\n\n'), [4])).toEqual(['a\n b']);
});

it('gives the last event also where the blank line behind it is missing', () => {
  expect(read(Buffer.from('data: a\n\ndata: b'), [100])).toEqual(['a', 'b']);
});

it('refuses a line without end', () => {
  const reader = new SseReader();
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  expect(() => {
    for (let i = 0; i < 20; i++) reader.push(megabyte);
  }).toThrow('too long');
});
