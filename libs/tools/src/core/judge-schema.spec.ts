import { schemaFault } from './judge-schema';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const deep = (levels: number): object =>
  levels === 0 ? { type: 'string' } : object({ a: deep(levels - 1) });

describe('a parameters schema from outside', () => {
  it.each<[string, Record<string, unknown>]>([
    ['is the least there is', { type: 'object' }],
    [
      'says which draft it is of',
      object({ a: { type: 'string' } }, { $schema: 'http://json-schema.org/draft-07/schema#' }),
    ],
    [
      'refers to a part of itself',
      object({ a: { $ref: '#/$defs/b~1c' } }, { $defs: { 'b/c': { type: 'string' } } }),
    ],
    ['refers to itself', object({ children: { type: 'array', items: { $ref: '#' } } })],
    ['has words of its own', object({ a: { type: 'string', 'x-order': 1, format: 'zip-code' } })],
    ['has a parameter that is named like a keyword', object({ $ref: { type: 'string' } })],
  ])('is taken when it %s', (_what, schema) => {
    expect(schemaFault(schema)).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['is of another type', { type: 'array' }, /must have type "object"/],
    ['lists its parameters', { type: 'object', properties: [] }, /properties: must be an object/],
    ['has a type that is none', object({ a: { type: 'banana' } }), /properties\.a\.type: must be/],
    ['has a keyword of the wrong kind', object({}, { required: 'a' }), /required: must be array/],
    [
      'refers to another place',
      object({ a: { $ref: 'https://evil.example/s.json' } }),
      /leads nowhere/,
    ],
    ['refers to nothing', object({ a: { $ref: '#/$defs/nowhere' } }), /leads nowhere/],
    ['refers to what is no schema', object({ a: { $ref: '#/type' } }), /leads nowhere/],
    [
      'refers to what all objects have',
      object({ a: { $ref: '#/properties/toString' } }),
      /leads nowhere/,
    ],
    ['is too deep', { type: 'object', properties: { a: deep(200) } }, /nested deeper/],
    ['is too long', object({ a: { enum: Array(9_000).fill('x') } }), /longer than/],
    ['has a forbidden key', object(JSON.parse('{"__proto__": {}}')), /not allowed/],
  ])('is refused when it %s', (_what, schema, fault) => {
    expect(schemaFault(schema)).toMatch(fault);
  });
});
