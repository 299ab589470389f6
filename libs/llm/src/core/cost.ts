import type { ModelUsage } from '../model-port';
import type { ModelInfo } from './model-info';

/** What an answer cost in US dollars; undefined for a model without a price. Cached tokens are part of the input. */
export function costOf(info: ModelInfo, usage: ModelUsage): number | undefined {
  const { pricing } = info;
  if (!pricing) return undefined;
  const cached = Math.min(usage.cachedTokens, usage.inputTokens);
  const dollars =
    (usage.inputTokens - cached) * pricing.input +
    cached * (pricing.cached ?? pricing.input) +
    usage.outputTokens * pricing.output;
  return dollars / 1_000_000;
}
