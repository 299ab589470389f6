import { MongoBulkWriteError } from 'mongodb';

/** A bulk's refusal of one row as a duplicate: which row, and by which index. */
export interface Duplicate {
  /** Position in the bulk. */
  readonly index: number;
  /** `_id_`: the very row is there already · else the name of another unique index. */
  readonly indexName: string;
}

const DUPLICATE_KEY = 11_000;

/**
 * The duplicates in a bulk's error. Anything else in it (also a write concern error) is thrown on: the
 * rows may not be stored.
 */
export function duplicatesOf(error: unknown): readonly Duplicate[] {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  if (faults.length === 0 || faults.some((fault) => fault.code !== DUPLICATE_KEY)) throw error;
  if (error.result.getWriteConcernError() !== undefined) throw error;
  return faults.map((fault) => ({
    index: fault.index,
    indexName: indexNameOf(fault.errmsg ?? ''),
  }));
}

/** Bulk errors carry no `keyPattern`; the server's text names the index. */
function indexNameOf(message: string): string {
  return /index: (\S+) dup key/.exec(message)?.[1] ?? '';
}
