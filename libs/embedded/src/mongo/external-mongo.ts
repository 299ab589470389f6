import { MongoClient } from 'mongodb';
import { reasonOf, startFault } from '../embedded.errors';

const limitMs = 5000;

/**
 * Checks a MongoDB that somebody else runs: it answers, and it is a replica set, without which
 * there are no transactions.
 *
 * @throws DomainError SERVICE_UNREACHABLE; never a fallback from an explicit setting
 */
export async function checkMongo(uri: string): Promise<void> {
  let hello: Record<string, unknown>;
  let client: MongoClient | undefined;
  try {
    client = new MongoClient(uri, { serverSelectionTimeoutMS: limitMs, connectTimeoutMS: limitMs });
    hello = await client.db('admin').command({ hello: 1 });
  } catch (error) {
    throw unreachable(reasonOf(error), error);
  } finally {
    await client?.close();
  }
  if (!hello.setName && hello.msg !== 'isdbgrid') {
    throw unreachable('it is no replica set, which transactions need (start it with --replSet)');
  }
}

function unreachable(reason: string, cause?: unknown): Error {
  return startFault('SERVICE_UNREACHABLE', `MONGODB_URI cannot be used: ${reason}.`, {}, cause);
}
