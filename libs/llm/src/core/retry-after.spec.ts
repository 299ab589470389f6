import { retryAfterMs } from './retry-after';

const now = Date.parse('2026-01-01T00:00:00Z');
const wait = (headers: Readonly<Record<string, string>>) =>
  retryAfterMs((name) => headers[name] ?? null, now);

it.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }, 9000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
  [{ 'retry-after': '7', 'retry-after-ms': '250' }, 250],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-3' }, undefined],
  [{}, undefined],
])('the headers %j ask to wait %p ms', (headers, ms) => {
  expect(wait(headers)).toBe(ms);
});
