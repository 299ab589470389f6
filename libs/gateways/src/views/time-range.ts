import { err, ok, type FieldError, type Result } from '@vance/kernel';

const DAY_MS = 24 * 3_600_000;
const USUAL_DAYS = 30;
const MOST_DAYS = 366;

/** The half-open range of a query, at most 366 days; the 30 days before `to`, which is now, where nothing is said. */
export function timeRange(
  query: { readonly from?: string; readonly to?: string },
  now: Date,
): Result<{ readonly from: Date; readonly to: Date }, FieldError> {
  const to = query.to === undefined ? now : new Date(query.to);
  const from =
    query.from === undefined ? new Date(to.getTime() - USUAL_DAYS * DAY_MS) : new Date(query.from);
  if (from >= to)
    return err({ path: 'from', message: `must be before to, which is ${to.toISOString()}` });
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS)
    return err({ path: 'from', message: `must be at most ${MOST_DAYS} days before to` });
  return ok({ from, to });
}
