import { Injectable } from '@nestjs/common';
import { LlmTraceRepository, type LlmTraceDocument } from '@vance/data';
import { Metrics } from '@vance/observability';
import { costOf, ModelGateway, ModelsExhausted, type AskResult, type ModelFault } from '@vance/llm';
import type { ClassifiedAnswer } from '../core/classify-answer';
import { traceContent, type Exchange } from '../core/trace-content';
import { openTurn } from '../core/turn-end';
import type { TurnSession } from './turn-session';

const DAY_MS = 24 * 3_600_000;
/** What holds where the tenant's settings say nothing. */
const TRACING = { content: false, retentionDays: 90 };

const UNANSWERED = {
  ...{ inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null },
  ...{ actionTypes: [], toolCalls: [], fallbackReason: null },
};

/** What is known of a question once it has ended. */
type Ended = Pick<
  LlmTraceDocument,
  | 'model'
  | 'durationMs'
  | 'inputTokens'
  | 'outputTokens'
  | 'cachedTokens'
  | 'cost'
  | 'outcome'
  | 'tries'
  | 'actionTypes'
  | 'toolCalls'
  | 'fallbackReason'
  | 'kind'
  | 'finish'
>;

/** Writes a row of `llm_traces` for every question to a model (3.6); its content only where the tenant wants it. */
@Injectable()
export class TraceNotes {
  constructor(
    private readonly traces: LlmTraceRepository,
    private readonly models: ModelGateway,
    private readonly metrics: Metrics,
  ) {}

  answered(
    session: TurnSession,
    { result, exchange }: { readonly result: AskResult; readonly exchange: Exchange },
    taken: ClassifiedAnswer,
  ): void {
    const { answer, model, tries, failed, latencyMs } = result;
    const { actionTool } = session.engine;
    const { usage, finish } = answer;
    const names = taken.turn.toolCalls.map(({ name }) => name);
    const info = this.models.info(model, session.current.catalogue);
    this.note(session, exchange, {
      ...{ model, tries, finish, outcome: 'ok', kind: taken.kind, durationMs: latencyMs },
      ...usage,
      cost: costOf(info, usage) ?? null,
      actionTypes: taken.kind === 'action' ? [typeOf(taken.call.arguments)] : [],
      toolCalls: names.filter((name) => name !== actionTool),
      fallbackReason: failed.at(-1)?.kind ?? null,
    });
  }

  failed(session: TurnSession, fault: ModelFault, durationMs: number, exchange: Exchange): void {
    const failed = fault instanceof ModelsExhausted ? fault.failed : [];
    const model = failed.at(-1)?.model ?? session.current.info.name;
    const tries = failed.length;
    this.note(session, exchange, {
      ...UNANSWERED,
      ...{ model, durationMs, tries, outcome: fault.kind },
    });
  }

  /** The turn was told to stop before the answer was there; what it took so far no provider tells. */
  interrupted(session: TurnSession, durationMs: number, exchange: Exchange): void {
    const model = session.current.info.name;
    this.note(session, exchange, {
      ...UNANSWERED,
      ...{ model, durationMs, tries: 0, outcome: 'interrupted' },
    });
  }

  private note(session: TurnSession, exchange: Exchange, ended: Ended): void {
    const { process, current } = session;
    const { project, userId, mode, recipe } = process;
    const { id: turnId, iteration, attempts, corrections } = openTurn(process);
    const { model, outcome, tries, durationMs } = ended;
    const provider = model.slice(0, Math.max(0, model.indexOf(':')));
    this.metrics.modelCalls.observe({ provider, outcome }, durationMs / 1000);
    this.metrics.modelTokens.inc({ direction: 'in' }, ended.inputTokens);
    this.metrics.modelTokens.inc({ direction: 'out' }, ended.outputTokens);
    const { content, retentionDays } = current.config.tracing ?? TRACING;
    // The clock of all workers: a process's traces stand in the order in which they were made.
    const at = session.now();
    const { correcting: correction } = session;
    session.correcting = false;
    this.traces.add(session.scope, {
      // The attempt is part of it: after a crash the same iteration may be asked again.
      _id: `${turnId}:${iteration}:${attempts}.${tries}`,
      ...{ project, userId, processId: process._id, turnId, iteration, mode, recipe },
      ...{ corrections, correction },
      at,
      expiresAt: new Date(at.getTime() + retentionDays * DAY_MS),
      ...ended,
      durationMs: Math.round(durationMs),
      ...(content ? { content: traceContent(exchange, current.accesses) } : {}),
    });
  }
}

/** The action's type where it can be read; never its content. */
function typeOf(args: string): string {
  return /"type"\s*:\s*"([A-Z_]{1,40})"/.exec(args)?.[1] ?? 'INVALID';
}
