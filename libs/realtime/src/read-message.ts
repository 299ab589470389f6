import type { z } from 'zod';

/** What a message says, by its schema; undefined for anything else, as another version of a process may send it. */
export function readMessage<S extends z.ZodType>(schema: S, text: string): z.infer<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
