import { Injectable } from '@nestjs/common';
import { Logger } from '@vance/observability';
import type { ProcessDocument } from '@vance/data';
import { cutText, newId } from '@vance/kernel';
import type { ModelFault, ModelFaultKind } from '@vance/llm';
import { MAX_MESSAGE } from '@vance/protocol';
import {
  planModeState,
  statusAfter,
  type MessageDraft,
  type Move,
  type PlanModeState,
  type StatusAfter,
} from '@vance/plan-core';
import { fallbackFor } from '../core/pacemaker';
import { sentence, type SentenceKey } from '../core/sentences';
import { endTurn, openTurn, spoken } from '../core/turn-end';
import { mayOwePlan, noPlanYet } from '../core/plan-owed';
import { calledTools, freeTextOf, madeProgress, stepsOfTurn } from '../core/turn-facts';
import { ModelAsker } from './model-asker';
import { SpokenLanguage } from './spoken-language';
import type { Interruption, TurnSession } from './turn-session';
import { TurnWriter, type TurnDecision } from './turn-writer';

/** Whether the run goes on with another turn on the same lane. */
export type Ended = 'continues' | 'over';

/** What is said where waiting a moment does not help. */
const SENTENCE_OF: Readonly<Partial<Record<ModelFaultKind, SentenceKey>>> = {
  'context-overflow': 'too-long',
  unauthorized: 'not-configured',
  'unknown-model': 'not-configured',
  'not-configured': 'not-configured',
  'over-budget': 'over-budget',
};

/** The ends of a turn that are not an action of the model. */
@Injectable()
export class TurnEndings {
  constructor(
    private readonly writer: TurnWriter,
    private readonly asker: ModelAsker,
    private readonly language: SpokenLanguage,
    private readonly log: Logger,
  ) {}

  /** The corrections are spent (1.12): the model's own words, a summary of the list, or one friendly sentence. */
  async fallBack(
    session: TurnSession,
    text: string,
    reason: string,
  ): Promise<Ended | Interruption> {
    await this.language.settle(session);
    return this.writer.write<Ended>(session, (process) => {
      const steps = stepsOfTurn(process);
      const words = text === '' ? freeTextOf(steps) : text;
      const fallback = fallbackFor(words, process, session.language);
      if (fallback.kind === 'lost')
        return this.waitForUser(session, process, [spoken(fallback.content)], reason);
      const looked = calledTools(steps, session.engine.actionTool);
      const notice = mayOwePlan(process) && !looked ? [noPlanYet(process, session.language)] : [];
      return this.say(
        session,
        process,
        [spoken(fallback.content), ...notice],
        statusAfter('ANSWER', process),
        reason,
      );
    });
  }

  /** A friendly sentence, and the user is waited for. */
  async lost(session: TurnSession, reason: string): Promise<Ended | Interruption> {
    await this.language.settle(session);
    return this.writer.write<Ended>(session, (process) =>
      this.waitForUser(session, process, [spoken(sentence('lost', session.language))], reason),
    );
  }

  /** No model answered. What people have read of a broken answer stays, marked as incomplete. */
  async modelFailed(
    session: TurnSession,
    fault: ModelFault,
    shown: string,
  ): Promise<Ended | Interruption> {
    const key = SENTENCE_OF[fault.kind] ?? 'unavailable';
    await this.language.settle(session);
    return this.writer.write<Ended>(session, (process) => {
      const text = cutText(shown, MAX_MESSAGE);
      const said = shown.trim() === '' ? [] : [spoken(text, { incomplete: true })];
      const messages = [...said, spoken(sentence(key, session.language))];
      return this.waitForUser(session, process, messages, `model: ${fault.kind}: ${fault.message}`);
    });
  }

  /**
   * A limit of the turn (3.1): while a plan makes progress the turn ends and the run continues; else the model is
   * asked once more, without functions, to sum up.
   */
  async limit(session: TurnSession, bound: 'iterations' | 'time'): Promise<Ended | Interruption> {
    const { process, engine } = session;
    session.rearm();
    await this.language.settle(session);
    if (madeProgress(stepsOfTurn(process), engine.actionTool))
      return this.writer.write<Ended>(session, (now) =>
        this.say(session, now, [], statusAfter('TODO_UPDATE', now), `limit: ${bound}`),
      );
    const asked = await this.asker.askToSumUp(session);
    if (asked.kind === 'interrupted') return session.interruption ?? 'halted';
    const text = asked.kind === 'answered' ? asked.answer.turn.text.trim() : asked.shown;
    return this.writer.write<Ended>(session, (now) => {
      const words = fallbackFor(text, { mode: now.mode, todos: [] }, session.language);
      const content = words.kind === 'text' ? words.content : sentence('limit', session.language);
      return this.say(session, now, [spoken(content)], statusAfter('HALT', now), `limit: ${bound}`);
    });
  }

  /** Three crashes of one turn (I9): it is not tried again; the message stays in the history. */
  async poison(session: TurnSession): Promise<Ended | Interruption> {
    session.language = await this.language.heard(session.process);
    return this.writer.write<Ended>(session, (process) =>
      this.waitForUser(
        session,
        process,
        [spoken(sentence('poison', session.language))],
        'three crashes of one turn',
        'poisoned',
      ),
    );
  }

  /** A user's halt ends turn and run as they stand (1.2); what was said is history. */
  async halt(session: TurnSession): Promise<Ended> {
    await this.writer.write<undefined>(
      session,
      (process) => ({
        kind: 'write',
        patch: {
          consume: openTurn(process).taken,
          turn: null,
          run: null,
          halt: null,
          freeLane: true,
        },
        move: { state: withStatus(process, statusAfter('HALT', process)) },
        closes: true,
        statusTag: 'halted',
        result: undefined,
      }),
      { evenInterrupted: true },
    );
    return 'over';
  }

  private waitForUser(
    session: TurnSession,
    process: ProcessDocument,
    messages: readonly MessageDraft[],
    reason: string,
    statusTag?: string,
  ): TurnDecision<Ended> {
    return this.say(
      session,
      process,
      messages,
      statusAfter('FALLBACK', process),
      reason,
      statusTag,
    );
  }

  private say(
    session: TurnSession,
    process: ProcessDocument,
    messages: readonly MessageDraft[],
    status: StatusAfter,
    reason: string,
    statusTag?: string,
  ): TurnDecision<Ended> {
    const turn = openTurn(process);
    const { id: turnId, iteration, corrections } = turn;
    this.log.warn(
      { processId: process._id, turnId, mode: process.mode, iteration, corrections, reason },
      'the turn did not end by an action',
    );
    const closed = endTurn(
      process,
      { state: planModeState(process), status, messages, spoke: turn.spoke },
      { turnId: newId('trn'), now: session.now() },
      session.language,
    );
    const move: Partial<Move> = { state: closed.state, messages: closed.messages };
    const continues = closed.continuation === 'continue';
    return {
      kind: 'write',
      patch: closed.patch,
      move,
      closes: true,
      expectAccepted: continues,
      ...(statusTag === undefined ? {} : { statusTag }),
      result: continues ? 'continues' : 'over',
    };
  }
}

function withStatus(process: ProcessDocument, { status, waitingFor }: StatusAfter): PlanModeState {
  return { ...planModeState(process), status, waitingFor };
}
