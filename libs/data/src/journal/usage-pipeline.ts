import type { Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { UsageGroup } from '@vance/protocol';

/** A half-open range of time. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** What was asked of models, summed. */
export interface Usage {
  readonly requests: number;
  /** Of them those that no model answered. */
  readonly failed: number;
  /** Of them those that told the model what to mend. */
  readonly corrections: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** US dollars, of what has a price. */
  readonly cost: number;
  /** Answers of models without a price. */
  readonly unpriced: number;
}

/** The usage of one day (`2026-11-30`, UTC), model, recipe, project or user. */
export interface GroupedUsage extends Usage {
  readonly key: string;
}

export const NO_USAGE: Usage = {
  ...{ requests: 0, failed: 0, corrections: 0, inputTokens: 0, outputTokens: 0 },
  ...{ cachedTokens: 0, cost: 0, unpriced: 0 },
};

const GROUPS: Readonly<Record<UsageGroup, Document | string>> = {
  day: { $dateToString: { date: '$at', format: '%Y-%m-%d' } },
  model: '$model',
  recipe: '$recipe',
  project: '$project',
  user: '$userId',
};

const answered = { $eq: ['$outcome', 'ok'] };
const counted = (condition: Document | string): Document => ({
  $sum: { $cond: [condition, 1, 0] },
});
const SUMS: Readonly<Record<keyof Usage, Document>> = {
  requests: { $sum: 1 },
  failed: counted({ $not: answered }),
  corrections: counted('$correction'),
  inputTokens: { $sum: '$inputTokens' },
  outputTokens: { $sum: '$outputTokens' },
  cachedTokens: { $sum: '$cachedTokens' },
  cost: { $sum: '$cost' },
  unpriced: counted({ $and: [answered, { $eq: ['$cost', null] }] }),
};
const SUMS_OF_SUMS = Object.fromEntries(
  Object.keys(SUMS).map((name) => [name, { $sum: `$${name}` }]),
);

/** Removal lags by a minute and more: nothing is shown beyond its time, which the database's clock tells. */
export const NOT_EXPIRED = { $expr: { $gt: ['$expiresAt', '$$NOW'] } };

/** The sums of a page of groups, in the order of their names, and of all of them: one pass over a tenant's traces. */
export function usagePipeline(
  { tenantId }: TenantScope,
  { from, to }: TimeRange,
  group: UsageGroup,
  page: { readonly limit: number; readonly after?: string },
): Document[] {
  const beyond = page.after === undefined ? [] : [{ $match: { _id: { $gt: page.after } } }];
  const groups = [
    ...beyond,
    { $sort: { _id: 1 } },
    { $limit: page.limit },
    { $set: { key: '$_id' } },
    { $unset: '_id' },
  ];
  const total = [{ $group: { _id: null, ...SUMS_OF_SUMS } }, { $unset: '_id' }];
  return [
    { $match: { tenantId, at: { $gte: from, $lt: to }, ...NOT_EXPIRED } },
    { $group: { _id: GROUPS[group], ...SUMS } },
    { $facet: { total, groups } },
  ];
}
