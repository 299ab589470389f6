import { paramsHash } from './params-hash';

describe('the hash of a call’s arguments', () => {
  it('does not depend on the order of keys or on white space', () => {
    expect(paramsHash('{"a":1,"b":{"c":[1,2],"d":null}}')).toBe(
      paramsHash(' {"b": {"d": null, "c": [1, 2]}, "a": 1}'),
    );
  });

  it('depends on values, types and the order of lists', () => {
    const texts = ['{"a":1}', '{"a":"1"}', '{"a":[1,2]}', '{"a":[2,1]}', '{"b":1}'];
    expect(new Set(texts.map(paramsHash)).size).toBe(texts.length);
  });

  it('takes no arguments and an empty object as the same', () => {
    expect(paramsHash('')).toBe(paramsHash('{ }'));
  });

  it('hashes text that is no JSON, or nested without end, as it is', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(paramsHash('{"a":')).toMatch(/^[0-9a-f]{64}$/);
    expect(paramsHash(deep)).toMatch(/^[0-9a-f]{64}$/);
    expect(paramsHash('{"a":')).not.toBe(paramsHash('{"a"'));
  });
});
