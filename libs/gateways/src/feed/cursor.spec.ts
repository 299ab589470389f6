import { judgeCursor } from './cursor';

describe('judgeCursor', () => {
  it.each([
    ['the head itself', 7, 7, 1, 'ok'],
    ['a number from the future', 8, 7, 1, 'ahead'],
    ['the beginning, all kept', 0, 7, 1, 'ok'],
    ['the event before the first kept one', 3, 7, 4, 'ok'],
    ['an event older than that', 2, 7, 4, 'expired'],
    ['an empty session', 0, 0, 1, 'ok'],
  ] as const)('%s', (_, since, head, firstKept, verdict) => {
    expect(judgeCursor(since, head, firstKept)).toBe(verdict);
  });
});
