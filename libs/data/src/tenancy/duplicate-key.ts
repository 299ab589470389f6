import { DomainError } from '@vance/kernel';
import {
  MongoServerError,
  type Collection,
  type Filter,
  type OptionalUnlessRequiredId,
} from 'mongodb';

const DUPLICATE_KEY = 11_000;

/** Runs an insert; false when a row with that unique key is there already. */
export async function inserted(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Inserts a row whose id is derived from its place; false when a rival has. A row that holds the place under another id
 * was put there past the product, and is no rival: whoever waits for it to go would wait for ever.
 * @throws DomainError CONFLICT
 */
export async function insertedAs<T extends { readonly _id: string; readonly tenantId: string }>(
  rows: Collection<T>,
  row: OptionalUnlessRequiredId<T>,
): Promise<boolean> {
  if (await inserted(() => rows.insertOne(row))) return true;
  const rival = await rows.findOne({ _id: row._id, tenantId: row.tenantId } as Filter<T>, {
    projection: { _id: 1 },
  });
  if (rival !== null) return false;
  const message = `A row of ${rows.collectionName} that was not written by this product stands in the place of another; remove it from the database.`;
  throw new DomainError('CONFLICT', message, { status: 409, fixer: 'operator' });
}

/** Whether a write failed since a row with that unique key is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}
