import { Controller } from '@nestjs/common';
import { LlmTraceRepository, type LlmTraceDocument } from '@vance/data';
import type { traceViewSchema } from '@vance/protocol';
import type { Principal } from '@vance/tenancy';
import type { z } from 'zod';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { momentIn, namePage, pageFrom } from '../http/paging';
import { refusal } from '../http/zod-faults';
import { timeRange } from '../views/time-range';

/** What a tenant's processes asked of models, for its admin. */
@Controller()
export class InsightsController {
  constructor(
    private readonly traceRows: LlmTraceRepository,
    private readonly possessions: Possessions,
  ) {}

  @Endpoint('usage')
  async usage(
    @Caller() { scope }: Principal,
    @Input() { query }: InputOf<'usage'>,
  ): Promise<AnswerOf<'usage'>> {
    const range = timeRange(query, new Date());
    if (!range.ok) throw refusal([range.error], 'query');
    const { groupBy, limit } = query;
    const found = await this.traceRows.usage(scope, range.value, groupBy, namePage(query));
    const { total, groups } = found;
    const { from, to } = range.value;
    const page = pageFrom(groups, limit, ({ key }) => [key]);
    return { ...page, from: from.toISOString(), to: to.toISOString(), total };
  }

  @Endpoint('traces')
  async traces(
    @Caller() principal: Principal,
    @Input() { query }: InputOf<'traces'>,
  ): Promise<AnswerOf<'traces'>> {
    const { processId, limit, cursor, content } = query;
    await this.possessions.processOfTenant(principal, processId);
    const rows = await this.traceRows.ofProcess(principal.scope, processId, {
      ...{ limit: limit + 1, content: content === 'true' },
      ...(cursor === undefined ? {} : { after: momentIn(cursor) }),
    });
    const page = pageFrom(rows, limit, ({ at, _id }) => [at.getTime(), _id]);
    return { ...page, items: page.items.map(toTraceView) };
  }
}

function toTraceView(row: LlmTraceDocument): z.input<typeof traceViewSchema> {
  const { processId, turnId, iteration, mode, recipe, model, outcome, finish, content } = row;
  return {
    ...{ traceId: row._id, at: row.at.toISOString() },
    ...{ processId, turnId, iteration, mode, recipe, model, outcome, latencyMs: row.durationMs },
    ...{ inputTokens: row.inputTokens, outputTokens: row.outputTokens },
    ...{ cachedTokens: row.cachedTokens, cost: row.cost },
    ...(finish === undefined ? {} : { finishReason: finish }),
    ...{ actionTypes: [...row.actionTypes], toolCalls: [...row.toolCalls] },
    ...{ corrections: row.corrections, tries: row.tries, fallbackReason: row.fallbackReason },
    ...(content === undefined ? {} : { content }),
  };
}
