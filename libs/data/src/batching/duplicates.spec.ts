import { MongoBulkWriteError } from 'mongodb';
import { duplicatesOf } from './duplicates';

/** A bulk's error as the driver throws it, as far as it is looked at. */
function bulkError(faults: readonly object[], concern?: object): Error {
  const error = Object.create(MongoBulkWriteError.prototype) as Error;
  return Object.assign(error, {
    writeErrors: faults,
    result: { getWriteConcernError: () => concern },
  });
}

const duplicate = (index: number, name: string): object => ({
  index,
  code: 11_000,
  errmsg: `E11000 duplicate key error collection: vance.session_events index: ${name} dup key: { : 1 }`,
});

it('names the row and the index of each duplicate', () => {
  const error = bulkError([duplicate(0, '_id_'), duplicate(3, 'sessionId_seq')]);
  expect(duplicatesOf(error)).toEqual([
    { index: 0, indexName: '_id_' },
    { index: 3, indexName: 'sessionId_seq' },
  ]);
});

it.each([
  [
    'another fault among them',
    bulkError([duplicate(0, '_id_'), { index: 1, code: 50, errmsg: '' }]),
  ],
  ['a write concern that was not met', bulkError([duplicate(0, '_id_')], { code: 64 })],
  ['no bulk error at all', new Error('connection closed')],
])('throws on %s: rows may not be stored', (_what, error) => {
  expect(() => duplicatesOf(error)).toThrow();
});
