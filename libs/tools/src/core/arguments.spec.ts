import { z } from 'zod';
import { checkArguments, parseArguments } from './arguments';

const faultOf = (raw: string): string => {
  const parsed = parseArguments(raw);
  return parsed.ok ? '' : parsed.error;
};

describe('a call’s arguments', () => {
  it.each(['', '  ', '{}', '{ }'])('%p means no arguments', (raw) => {
    expect(parseArguments(raw)).toEqual({ ok: true, value: {} });
  });

  it.each([
    ['cut JSON', '{"path": "a', /not valid JSON/],
    ['a list', '[1]', /one JSON object/],
    ['null', 'null', /one JSON object/],
    ['text', '"x"', /one JSON object/],
    ['__proto__', '{"__proto__": {"admin": true}}', /__proto__: this key is not allowed/],
    ['an escaped __proto__', '{"a": {"\\u005f_proto__": 1}}', /a\.__proto__/],
    ['constructor', '{"value": {"constructor": {}}}', /value\.constructor/],
    ['endless nesting', `{"a": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`, /nested deeper than/],
    ['a giant', `{"a": "${'x'.repeat(1_100_000)}"}`, /longer than/],
  ])('%s is refused with words the model can act on', (_what, raw, words) => {
    expect(faultOf(raw)).toMatch(words);
  });

  it('names path and rule of each fault against the schema', () => {
    const schema = z.strictObject({ path: z.string(), options: z.strictObject({ n: z.int() }) });
    const checked = checkArguments(schema, { options: { n: 1.5 }, more: 1 });
    expect(checked.ok ? '' : checked.error).toMatch(
      /- path: .*string[\s\S]*- options\.n: .*int[\s\S]*- arguments: .*"more"/,
    );
  });
});
