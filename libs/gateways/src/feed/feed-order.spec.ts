import fc from 'fast-check';
import type { DurableEvent } from '@vance/protocol';
import { eventsAfter, FeedOrder, type EventRow } from './feed-order';

function row(seq: number, last = seq): EventRow {
  const events = Array.from({ length: last - seq + 1 }, (_, index): DurableEvent => ({
    type: 'plan-proposed',
    summary: 's',
    planVersion: 1,
    seq: seq + index,
    eventId: `e${seq + index}`,
    at: '2026-01-01T00:00:00.000Z',
    sessionId: 'ses',
    processId: 'prc',
    processName: 'chat',
  }));
  return { seq, last, events };
}
const seqs = (rows: readonly EventRow[]): number[] =>
  rows.flatMap(({ events }) => events.map(({ seq }) => seq));

describe('FeedOrder', () => {
  it('delivers the next row at once', () => {
    const order = new FeedOrder(4);
    expect(seqs(order.offer(row(5, 6)))).toEqual([5, 6]);
    expect(order.cursor).toBe(6);
  });

  it('drops what was delivered before', () => {
    const order = new FeedOrder(6);
    expect(order.offer(row(5, 6))).toEqual([]);
    expect(order.hasHole).toBe(false);
  });

  it('holds a row behind a hole until the hole is filled', () => {
    const order = new FeedOrder(0);
    expect(order.offer(row(3))).toEqual([]);
    expect(order.offer(row(2))).toEqual([]);
    expect(order.hasHole).toBe(true);
    expect(seqs(order.offer(row(1)))).toEqual([1, 2, 3]);
    expect(order.hasHole).toBe(false);
  });

  it('delivers only the rest of a row that its cursor stands inside', () => {
    const order = new FeedOrder(2);
    expect(seqs(order.offer(row(1, 4)))).toEqual([3, 4]);
  });

  it('cuts a row at a cursor', () => {
    expect(seqs([eventsAfter(row(3, 6), 4)])).toEqual([5, 6]);
    expect(seqs([eventsAfter(row(3, 6), 2)])).toEqual([3, 4, 5, 6]);
  });

  it('delivers every event once and in order, whatever comes doubled, late or in any order', () => {
    const shuffled = fc
      .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 20 })
      .chain((sizes) => {
        let head = 0;
        const rows = sizes.map((size) => row(head + 1, (head += size)));
        return fc.tuple(
          fc.shuffledSubarray([...rows, ...rows], {
            minLength: rows.length * 2,
            maxLength: rows.length * 2,
          }),
          fc.constant(head),
        );
      });
    fc.assert(
      fc.property(shuffled, ([rows, head]) => {
        const order = new FeedOrder(0);
        const delivered = rows.flatMap((each) => seqs(order.offer(each)));
        expect(delivered).toEqual(Array.from({ length: head }, (_, index) => index + 1));
        expect(order.hasHole).toBe(false);
      }),
    );
  });
});
