import { timeRange } from './time-range';

const now = new Date('2026-11-30T12:00:00Z');

describe('the range of a query', () => {
  it('is the 30 days up to now where nothing is said', () => {
    const from = new Date('2026-10-31T12:00:00Z');
    expect(timeRange({}, now)).toEqual({ ok: true, value: { from, to: now } });
  });

  it('may begin or end elsewhere, in any zone', () => {
    const query = { from: '2026-11-01T00:00:00+02:00', to: '2026-11-02T00:00:00Z' };
    const [from, to] = [new Date('2026-10-31T22:00:00Z'), new Date('2026-11-02T00:00:00Z')];
    expect(timeRange(query, now)).toEqual({ ok: true, value: { from, to } });
  });

  it.each([
    [{ from: '2026-12-01T00:00:00Z' }, /before to, which is 2026-11-30/],
    [{ from: '2026-11-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }, /before to/],
    [{ from: '2025-11-01T00:00:00Z' }, /at most 366 days/],
  ])('%j is none', (query, message) => {
    expect(timeRange(query, now)).toMatchObject({
      ...{ ok: false, error: { path: 'from', message: expect.stringMatching(message) } },
    });
  });
});
