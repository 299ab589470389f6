import { z } from 'zod';
import { readMessage } from './read-message';

const schema = z.object({ kind: z.literal('hint') });

it('reads what its schema knows', () => {
  expect(readMessage(schema, '{"kind":"hint"}')).toEqual({ kind: 'hint' });
});

it.each(['', '{', 'null', '{"kind":"of tomorrow"}'])('passes %j over', (text) => {
  expect(readMessage(schema, text)).toBeUndefined();
});
