import { RowBounds } from './row-bounds';

const MINUTE = 60_000;
const bounds = () => new RowBounds<number>(3, MINUTE);
const all = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('rows that come at any rate', () => {
  it('are written up to a bound; of the rest the last one stands for all, once the window is over', () => {
    const rows = bounds();
    const written = all(10_000).filter((row) => rows.admit('a', row, row % MINUTE));
    expect(written).toEqual([0, 1, 2]);
    expect(rows.end(MINUTE - 1)).toEqual([]);
    expect(rows.end(MINUTE)).toEqual([{ row: 9_999, others: 9_996 }]);
    expect(rows.end(Infinity)).toEqual([]);
  });

  it('are counted for each key alone, and anew in each window', () => {
    const rows = bounds();
    expect(all(4).filter((row) => rows.admit('a', row, 0))).toHaveLength(3);
    expect(rows.admit('b', 7, 10)).toBe(true);
    expect(rows.end(MINUTE)).toEqual([{ row: 3, others: 0 }]);
    expect(rows.admit('a', 8, MINUTE + 1)).toBe(true);
    expect(rows.end(Infinity)).toEqual([]);
  });
});
