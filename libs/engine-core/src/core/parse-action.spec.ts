import { planActionSchema } from '@vance/protocol';
import { z } from 'zod';
import { parseAction } from './parse-action';

const schema = z.object({ type: z.string(), reason: z.string(), message: z.string().optional() });

describe('the arguments of an action', () => {
  it('have the lone surrogates of their texts repaired', () => {
    const parsed = parseAction(
      '{"type":"ANSWER","reason":"r","message":"half \\ud83d, whole \\ud83d\\ude00"}',
      schema,
    );
    expect(parsed).toMatchObject({ ok: true, value: { message: 'half \ufffd, whole 😀' } });
  });

  it('keep a broken id, which the rules of plans refuse', () => {
    const args =
      '{"type":"TODO_UPDATE","reason":"r","updates":[{"id":"\\ud83d","status":"COMPLETED"}]}';
    const parsed = parseAction(args, planActionSchema);
    expect(parsed).toMatchObject({ ok: true, value: { updates: [{ id: '\ud83d' }] } });
  });

  it('may say null for what is left out', () => {
    const parsed = parseAction('{"type":"WAIT","reason":"r","message":null}', schema);
    expect(parsed).toEqual({ ok: true, value: { type: 'WAIT', reason: 'r' } });
  });

  it.each(['{"type":"ANS', '[]', 'null'])(
    'are refused where they are no whole object: %s',
    (args) => {
      expect(parseAction(args, schema).ok).toBe(false);
    },
  );
});
