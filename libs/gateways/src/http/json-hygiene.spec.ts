import { findJsonFault, MAX_DEPTH, parseJson } from './json-hygiene';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('parseJson', () => {
  it('refuses what is no JSON', () => {
    expect(() => parseJson('{"a":')).toThrow('not valid JSON');
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'refuses the key %s wherever it stands',
    (key) => {
      expect(() => parseJson(`{"a":[{"${key}":{"admin":true}}]}`)).toThrow('not acceptable');
      expect(findJsonFault(JSON.parse(`{"a":{"${key}":1}}`))?.path).toBe(`a.${key}`);
    },
  );

  it('takes any ordinary nesting and refuses what only an attack needs', () => {
    expect(parseJson(nested(MAX_DEPTH))).toBeDefined();
    expect(() => parseJson(nested(MAX_DEPTH + 1))).toThrow('not acceptable');
  });

  it('survives a hundred thousand levels', () => {
    expect(() => parseJson(nested(100_000))).toThrow('not acceptable');
  });
});
