import { expandSetting, settingLimits } from './expand-setting';

type Aliases = Readonly<Record<string, string>>;
const expand = (spec: string, aliases: Aliases) => expandSetting(spec, (name) => aliases[name]);
/** `x:0` stands for `x:1`, that for `x:2`, and the last one for a model. */
const row = (length: number, twice = false): Aliases =>
  Object.fromEntries(
    Array.from({ length }, (_, n) => {
      const next = n === length - 1 ? 'openai:a' : `x:${n + 1}`;
      return [`x:${n}`, twice ? `${next}, ${next}` : next];
    }),
  );
const models = (count: number) => Array.from({ length: count }, (_, n) => `openai:m${n}`).join();

describe('a model setting', () => {
  it('stands for its models in order, each once, by whatever way they are reached', () => {
    const aliases = { 'a:a': 'a:b, openai:z, a:b', 'a:b': 'openai:x,openai:y' };
    expect(expand('a:a,openai:x', aliases)).toEqual({
      names: ['openai:x', 'openai:y', 'openai:z'],
    });
  });

  it('whose aliases name the next one twice each is worked through at once', () => {
    for (const length of [40, 5_000])
      expect(expand('x:0', row(length, true)).fault).toMatch(/more than 8 aliases/);
    expect(expand('x:0', row(settingLimits.depth, true))).toEqual({ names: ['openai:a'] });
  });

  it.each<[string, string, Aliases, RegExp]>([
    ['an alias of itself', 'a:a', { 'a:a': 'a:a' }, /circle: a:a → a:a$/],
    ['a circle of two', 'c:c', { 'c:c': 'a:a', 'a:a': 'b:b', 'b:b': 'a:a' }, /a:a → b:b → a:a$/],
    ['a model that is also an alias', 'o:x', { 'o:x': 'o:x,o:y' }, /circle/],
    ['one alias too many in a row', 'x:0', row(9), /more than 8 aliases in a row/],
    ['too many models', models(17), {}, /more than 16 models/],
    ['too many names', `${'a:a,'.repeat(64)}b:b`, { 'a:a': 'o:x' }, /more than 64 names/],
    ['nothing', ' , ', {}, /names no model/],
  ])('with %s has a fault, and what can be understood of it counts', (_, spec, aliases, fault) => {
    const { names, fault: told } = expand(spec, aliases);
    expect(told).toMatch(fault);
    expect(names.length).toBeLessThanOrEqual(settingLimits.models);
  });

  it('has as many models as may be', () => {
    expect(expand(models(16), {}).fault).toBeUndefined();
  });
});
