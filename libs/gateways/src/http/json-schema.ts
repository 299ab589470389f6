import { z } from 'zod';

export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The JSON schema of what a client sends (`input`: defaults may be left out) or gets (`output`), to stand within a larger
 * document.
 */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12',
): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target,
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
  });
  return rest;
}
