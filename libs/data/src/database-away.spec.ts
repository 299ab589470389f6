import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { isDatabaseAway } from './database-away';

it('a lost connection and a passing fault are no fault of the request', () => {
  const stepped = new MongoServerError({ message: 'not primary', code: 10107 });
  stepped.addErrorLabel('RetryableWriteError');
  // The driver alone makes its results.
  const cutBulk: unknown = Reflect.construct(MongoBulkWriteError, [
    new MongoNetworkError('read ECONNRESET'),
    {},
  ]);
  for (const error of [
    new MongoNetworkError('connect ECONNREFUSED'),
    stepped,
    Object.assign(new Error('This socket has been ended'), { code: 'EPIPE' }),
    cutBulk,
    Object.assign(new Error('timed out'), { name: 'MongooseServerSelectionError' }),
  ])
    expect(isDatabaseAway(error)).toBe(true);
});

it('a fault of ours is', () => {
  const duplicate = new MongoServerError({ message: 'duplicate key', code: 11000 });
  for (const error of [duplicate, new Error('connection'), 'away', null])
    expect(isDatabaseAway(error)).toBe(false);
});
