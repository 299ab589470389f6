import { WriteGroup, type BulkWrite, type GroupedWrite } from './write-group';

interface Row {
  readonly _id: string;
  readonly writes: readonly string[];
}

const write = (key: string): GroupedWrite => ({
  key,
  token: `token-${key}`,
  filter: { _id: key },
  update: { $set: { done: true } },
  returning: 'nothing',
});

/** A group over a collection whose bulks end as told; `applied` names the documents that carry their token. */
function groupOf(bulkWrite: BulkWrite<Row>, applied: readonly string[]) {
  const read = (key: string): Promise<Row> =>
    Promise.resolve({ _id: key, writes: applied.includes(key) ? [`token-${key}`] : [] });
  return new WriteGroup<Row>(bulkWrite, (one) => read(one.key), read);
}

it('tells by the tokens which writes of a bulk were applied when not all filters matched', async () => {
  const group = groupOf(() => Promise.resolve({ matchedCount: 1 }), ['a']);
  const answers = await Promise.all(['a', 'b'].map((key) => group.apply(write(key))));
  expect(answers.map(({ applied }) => applied)).toEqual([true, false]);
});

it('knows an applied write when the answer of its bulk was lost, and fails the others', async () => {
  const lost = new Error('connection closed');
  const group = groupOf(() => Promise.reject(lost), ['a']);
  const [first, second] = await Promise.allSettled(
    ['a', 'b'].map((key) => group.apply(write(key))),
  );
  expect(first).toMatchObject({ status: 'fulfilled', value: { applied: true } });
  expect(second).toEqual({ status: 'rejected', reason: lost });
});

it('goes on after a bulk that failed', async () => {
  let bulks = 0;
  const group = groupOf(() => {
    bulks += 1;
    return bulks === 1
      ? Promise.reject(new Error('connection closed'))
      : Promise.resolve({ matchedCount: 2 });
  }, []);
  await Promise.allSettled(['a', 'b'].map((key) => group.apply(write(key))));
  const answers = await Promise.all(['c', 'd'].map((key) => group.apply(write(key))));
  expect(answers.map(({ applied }) => applied)).toEqual([true, true]);
});
