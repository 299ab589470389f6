import { Injectable } from '@nestjs/common';
import { failpoint } from '@vance/kernel';
import {
  ModelFault,
  ModelGateway,
  type AskResult,
  type ModelAnswer,
  type ModelInfo,
  type ModelMessage,
  type Question,
} from '@vance/llm';
import { allowedActions, renderPlanBlock } from '@vance/plan-core';
import { SUM_UP } from '../core/feedback';
import type { Exchange } from '../core/trace-content';
import { AnswerObserver } from './answer-observer';
import { ChunkStream } from './chunk-stream';
import { ModelFunctions } from './model-functions';
import { QuestionBudget } from './question-budget';
import { RunHistory } from './run-history';
import { PassingEvents } from './passing-events';
import { TraceNotes } from './trace-notes';
import type { TurnSession } from './turn-session';
import { TurnSettings } from './turn-setting';

/** How a question to the model ended. */
export type Asked =
  | {
      readonly kind: 'answered';
      readonly answer: ModelAnswer;
      /** What people saw of it; to be reset if it is refused. */
      readonly chunks: ChunkStream;
      readonly result: AskResult;
      readonly exchange: Exchange;
    }
  /** No model answered; `shown` is what people have seen of the last try. */
  | { readonly kind: 'failed'; readonly fault: ModelFault; readonly shown: string }
  /** The turn was told to stop; what was shown is taken back. */
  | { readonly kind: 'interrupted' };

/** Builds the question of one iteration from the process as it is, asks it, and shows the answer as it comes. */
@Injectable()
export class ModelAsker {
  constructor(
    private readonly gateway: ModelGateway,
    private readonly settings: TurnSettings,
    private readonly functions: ModelFunctions,
    private readonly history: RunHistory,
    private readonly passing: PassingEvents,
    private readonly traces: TraceNotes,
    private readonly budget: QuestionBudget,
  ) {}

  /** One iteration's question, with the tools of the moment. */
  async ask(session: TurnSession): Promise<Asked> {
    const { process, engine } = session;
    const manifest = this.settings.manifest(session, process);
    const { planMode } = session.current;
    const { ownActions } = engine;
    const showable = new Set(allowedActions(process, { ownActions, planMode }));
    // Its text stands in the inbox, not in the chat.
    if (session.current.recipe.params.planOutputViaInbox) showable.delete('PROPOSE_PLAN');
    return this.put(
      session,
      async (info) => ({
        messages: await this.messages(session, info),
        tools: this.functions.of(session, manifest, info),
      }),
      showable,
      false,
    );
  }

  /** The one question without functions after a limit (3.1); its plain text is the answer. */
  async askToSumUp(session: TurnSession): Promise<Asked> {
    return this.put(
      session,
      async (info) => ({
        messages: [...(await this.messages(session, info)), { role: 'system', content: SUM_UP }],
        tools: [],
      }),
      new Set(),
      true,
    );
  }

  /** Static text first, what changes last, so that providers' caches hold. */
  private async messages(session: TurnSession, info: ModelInfo): Promise<ModelMessage[]> {
    const { process, scope, transcript } = session;
    const { planMode } = session.current;
    const [prompt, history] = await Promise.all([
      this.settings.prompt(session, info),
      this.history.before(scope, process),
    ]);
    return [
      { role: 'system', content: prompt },
      ...history,
      ...transcript.messages,
      { role: 'system', content: renderPlanBlock(process, { planMode }) },
    ];
  }

  private async put(
    session: TurnSession,
    make: (info: ModelInfo) => Promise<Pick<Exchange, 'messages' | 'tools'>>,
    showable: ReadonlySet<string>,
    showText: boolean,
  ): Promise<Asked> {
    const { process, engine, turnId, signal } = session;
    const chunks = new ChunkStream({
      text: (index, text) => this.passing.chunk(process, { turnId, index, text }),
      reset: () => this.passing.chunk(process, { turnId, reset: true }),
    });
    const observer = new AnswerObserver(chunks, engine.actionTool, showable, showText);
    const { model, catalogue, accesses } = session.current;
    // As the last model was asked.
    let question: Pick<Exchange, 'messages' | 'tools'> = { messages: [], tools: [] };
    const questionFor = async (info: ModelInfo): Promise<Question> => {
      question = await make(info);
      return { ...question, maxOutputTokens: info.maxOutputTokens, signal };
    };
    const startedAt = performance.now();
    try {
      await this.budget.admit(session);
      const asked = this.gateway.ask(model, questionFor, observer, { catalogue, accesses });
      // A test may stop here while the model is under way.
      asked.catch(() => undefined);
      await failpoint('P4', process._id);
      const result = await asked;
      chunks.flush();
      await this.budget.charge(session, result);
      const exchange = { ...question, answer: result.answer.turn };
      return { kind: 'answered', answer: result.answer, chunks, result, exchange };
    } catch (error) {
      if (signal.aborted) {
        chunks.reset();
        this.traces.interrupted(session, performance.now() - startedAt, question);
        return { kind: 'interrupted' };
      }
      chunks.close();
      if (!(error instanceof ModelFault)) throw error;
      this.traces.failed(session, error, performance.now() - startedAt, question);
      return { kind: 'failed', fault: error, shown: chunks.shown };
    }
  }
}
