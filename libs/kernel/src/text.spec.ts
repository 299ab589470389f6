import { cutText, wellFormed } from './text';

it('a text without lone surrogates stays as it is, others get replacement characters', () => {
  expect(wellFormed('a 🙂 b')).toBe('a 🙂 b');
  expect(wellFormed('a \ud83d b')).toBe('a \ufffd b');
});

it('a cut never splits a pair', () => {
  expect(cutText('ab🙂', 4)).toBe('ab🙂');
  expect(cutText('ab🙂c', 4)).toBe('ab🙂');
  expect(cutText('ab🙂c', 3)).toBe('ab');
});
