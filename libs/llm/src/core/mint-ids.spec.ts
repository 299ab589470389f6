import { callIdsIn, mintIds } from './mint-ids';

const turn = (...ids: string[]) => ({
  text: 'thinking',
  toolCalls: ids.map((id, n) => ({ id, name: 'look', arguments: `{"n":${n}}` })),
});
const minter = () => {
  let n = 0;
  return () => `minted_${++n}`;
};
const idsOf = (t: { toolCalls: { id: string }[] }) => t.toolCalls.map(({ id }) => id);

it('leaves a turn with ids of its own as it is', () => {
  const fine = turn('a', 'b');
  expect(mintIds(fine, new Set(), minter())).toBe(fine);
});

it('gives empty and repeated ids new ones and keeps the order of calls', () => {
  const minted = mintIds(turn('', 'a', 'a', ''), new Set(), minter());
  expect(idsOf(minted)).toEqual(['minted_1', 'a', 'minted_2', 'minted_3']);
  expect(minted.toolCalls.map((call) => call.arguments)).toEqual(
    [0, 1, 2, 3].map((n) => `{"n":${n}}`),
  );
  expect(minted.text).toBe('thinking');
});

it('treats an id of an earlier answer as used', () => {
  const used = callIdsIn([
    { role: 'user', content: 'a' },
    { role: 'assistant', turn: turn('a') },
    { role: 'tool', callId: 'a', name: 'look', content: '' },
  ]);
  expect(idsOf(mintIds(turn('a', 'b'), used, minter()))).toEqual(['minted_1', 'b']);
});

it('mints ids that no two calls share by default', () => {
  expect(new Set(idsOf(mintIds(turn('', '', ''), new Set()))).size).toBe(3);
});
