/** Drops the keys whose value is `undefined`, so that absent stays absent in the database and on the wire. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
