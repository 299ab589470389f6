/** What the driver labels errors with that end by themselves: a new primary, a server on its way out. */
const passing = ['RetryableWriteError', 'TransientTransactionError', 'InterruptInUseConnections'];
/** By name: the driver throws some of these from its own copy of a class, mongoose from another. */
const awayNames: ReadonlySet<string> = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoPoolClearedError',
  'MongoPoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
]);

/** What the driver lets through from the socket below it. */
const socketCodes: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED']);

/** True for a failure that says nothing of the request: the database cannot be reached, or not now. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('name' in error && typeof error.name === 'string' && awayNames.has(error.name)) return true;
  if ('code' in error && socketCodes.has(error.code)) return true;
  // A bulk tells what ended it so.
  const within: unknown = 'errorResponse' in error ? error.errorResponse : undefined;
  if (within instanceof Error && isDatabaseAway(within)) return true;
  const labels: unknown = 'errorLabels' in error ? error.errorLabels : undefined;
  return Array.isArray(labels) && passing.some((label) => labels.includes(label));
}
