import type { Schema } from 'mongoose';

/** Refuses unknown fields in documents and filters of a schema. (Operators inside filter values: `sanitizeFilter` of the connection.) */
export function schemaGuards<T>(schema: Schema<T>): Schema<T> {
  schema.set('strict', 'throw');
  schema.set('strictQuery', 'throw');
  schema.set('versionKey', false);
  schema.set('autoIndex', false);
  schema.set('autoCreate', false);
  schema.set('minimize', false);
  return schema;
}
