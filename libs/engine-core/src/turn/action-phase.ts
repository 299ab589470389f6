import { Injectable } from '@nestjs/common';
import type { HeldVersions, ProcessDocument, TurnStep } from '@vance/data';
import { failpoint, newId } from '@vance/kernel';
import {
  abandonPlan,
  approves,
  planModeState,
  statusAfter,
  type ApprovalMessage,
  type Move,
  type PlanItem,
  type TurnEnd,
} from '@vance/plan-core';
import { PlanActions, type PlanContext } from '@vance/plan-mode';
import { planActionTypeSchema } from '@vance/protocol';
import { actionStep, type ActionResult } from '../core/action-step';
import { keptAnswer } from '../core/answer-size';
import type { ClassifiedAnswer } from '../core/classify-answer';
import { APPLIED, PLAN_EXPECTED } from '../core/feedback';
import type { EngineAction } from '../core/parse-action';
import { sizeOf } from '../core/run-size';
import { mayOwePlan, noPlanYet } from '../core/plan-owed';
import { endTurn, openTurn, type TurnEnding } from '../core/turn-end';
import { calledTools, stepsOfTurn, wasToldToPlan } from '../core/turn-facts';
import { SpokenLanguage } from './spoken-language';
import { TurnAudit } from './turn-audit';
import type { Interruption, TurnSession } from './turn-session';
import { TurnSettings } from './turn-setting';
import { TurnWriter, type TurnDecision } from './turn-writer';

type ActionAnswer = Extract<ClassifiedAnswer, { kind: 'action' }>;

/** What became of an action. */
export type Acted =
  /** Carried out; the model reads the result in the same turn. */
  | { readonly kind: 'continuing' }
  /** The turn is over; `guard` names the guard of the run that spoke, if one did. */
  | {
      readonly kind: 'ended';
      readonly continues: boolean;
      readonly guard?: 'budget-spent' | 'silent';
    }
  | { readonly kind: 'refused'; readonly feedback: string; readonly costsCorrection: boolean };

const PLAN_TYPES: ReadonlySet<string> = new Set(planActionTypeSchema.options);
const PLAN_ENDS: Readonly<Record<string, TurnEnd>> = Object.fromEntries(
  planActionTypeSchema.options.map((type) => [type, type]),
);

/** Actions that may start a plan version (1.5, 1.6). */
const MAY_APPROVE: ReadonlySet<string> = new Set(['START_EXECUTION', 'TODO_UPDATE']);

/** Carries out a parsed action: judged and written in one compare-and-set, again until it holds. */
@Injectable()
export class ActionPhase {
  constructor(
    private readonly writer: TurnWriter,
    private readonly settings: TurnSettings,
    private readonly plans: PlanActions,
    private readonly audit: TurnAudit,
    private readonly language: SpokenLanguage,
  ) {}

  /** Applies the action, or says why not. Nothing is written for a refusal. */
  async apply(
    session: TurnSession,
    answer: ActionAnswer,
    action: EngineAction,
  ): Promise<Acted | Interruption> {
    // Where the recipe asks for plans, the switch decides about the engine's own actions too (1.16).
    const { planMode } = session.current.recipe.params;
    if (PLAN_TYPES.has(action.type) || planMode === 'required')
      await this.settings.refreshSwitch(session);
    const item = action.type === 'PROPOSE_PLAN' ? await this.settings.planItem(session) : undefined;
    const held = MAY_APPROVE.has(action.type) ? await this.versionsToHold(session) : undefined;
    if (maySpeak(session.process)) await this.language.settle(session);
    const acted = await this.writer.write<Acted>(session, (process) =>
      movedBy(action, holding(this.decide(session, process, answer, action, item), process, held)),
    );
    if (typeof acted === 'string') return acted;
    if (acted.kind === 'refused') this.audit.refusedAction(session, action, acted.feedback);
    else await failpoint('P5', session.process._id);
    return acted;
  }

  /** Read before the write, whose decision cannot wait; only a plan on the table can be approved. */
  private versionsToHold(session: TurnSession): Promise<HeldVersions | undefined> | undefined {
    return session.process.mode === 'PLANNING' ? this.settings.versions(session) : undefined;
  }

  private decide(
    session: TurnSession,
    process: ProcessDocument,
    answer: ActionAnswer,
    action: EngineAction,
    item: PlanItem | undefined,
  ): TurnDecision<Acted> {
    const { engine } = session;
    const context = { ...this.context(session, process), ...(item && { item }) };
    const plan = this.plans.dispatch(action, process, context);
    switch (plan.kind) {
      case 'rejected':
        return refuse(plan.feedback, plan.costsCorrection);
      case 'not-mine':
        return this.applyOwn(session, process, answer, action);
      case 'applied': {
        const { move, feedback, outcome } = plan;
        const result: ActionResult = { state: 'DONE', changed: outcome === 'changed', feedback };
        const modeMoved = move.state.mode !== process.mode;
        if (engine.continuing.has(action.type) && !modeMoved)
          return this.goOn(process, answer, move, result);
        return this.end(session, process, answer, move, result, {
          status: statusAfter(PLAN_ENDS[action.type] ?? 'FALLBACK', move.state),
          proposes: action.type === 'PROPOSE_PLAN',
        });
      }
    }
  }

  private applyOwn(
    session: TurnSession,
    process: ProcessDocument,
    answer: ActionAnswer,
    action: EngineAction,
  ): TurnDecision<Acted> {
    const own = session.engine.applyOwn(action, { state: process, liveChild: false });
    if (own.kind === 'rejected') return refuse(own.feedback, own.costsCorrection);
    const dropped = own.abandonPlan ? abandonPlan(process) : undefined;
    if (dropped && !dropped.ok) return refuse(dropped.error.feedback, true);
    const base = dropped?.value.move ?? stay(process);
    const plan = this.planExpected(session, process, own.end, dropped !== undefined);
    if (plan === 'refuse') return refuse(PLAN_EXPECTED, false);
    const notice = plan === 'notice' ? [noPlanYet(process, session.language)] : [];
    const move = { ...base, messages: [...base.messages, ...own.messages, ...notice] };
    const result: ActionResult = { state: 'DONE', changed: true, feedback: APPLIED };
    return this.end(session, process, answer, move, result, {
      status: statusAfter(own.end, move.state),
      proposes: false,
    });
  }

  /** The user's switch stands on plan: an answer without a look and without a plan is asked for once more (1.8). */
  private planExpected(
    session: TurnSession,
    process: ProcessDocument,
    end: string,
    abandons: boolean,
  ): 'no' | 'refuse' | 'notice' {
    if (!mayOwePlan(process) || end !== 'ANSWER' || abandons) return 'no';
    const steps = stepsOfTurn(process);
    if (wasToldToPlan(steps)) return 'notice';
    return calledTools(steps, session.engine.actionTool) ? 'no' : 'refuse';
  }

  /** A continuing action: the move and its answer in one write, the turn goes on. */
  private goOn(
    process: ProcessDocument,
    answer: ActionAnswer,
    move: Move,
    result: ActionResult,
  ): TurnDecision<Acted> {
    const turn = openTurn(process);
    const said = move.messages.some(({ role }) => role === 'ASSISTANT');
    const step = settledStep(process, answer, result);
    return {
      kind: 'write',
      patch: {
        pushStep: step,
        turn: { ...turn, iteration: turn.iteration + 1, spoke: turn.spoke || said },
      },
      ...(result.changed ? { move } : {}),
      result: { kind: 'continuing' },
    };
  }

  private end(
    session: TurnSession,
    process: ProcessDocument,
    answer: ActionAnswer,
    move: Move,
    result: ActionResult,
    end: { readonly status: TurnEnding['status']; readonly proposes: boolean },
  ): TurnDecision<Acted> {
    const closed = endTurn(
      process,
      {
        state: move.state,
        status: end.status,
        messages: move.messages,
        step: settledStep(process, answer, result),
        spoke: openTurn(process).spoke,
      },
      { turnId: newId('trn'), now: session.now() },
      session.language,
    );
    const { continuation } = closed;
    const continues = continuation === 'continue';
    const guard =
      continuation === 'budget-spent' || continuation === 'silent' ? continuation : undefined;
    return {
      kind: 'write',
      patch: closed.patch,
      move: { ...move, state: closed.state, messages: closed.messages },
      closes: true,
      // A proposal is newer than every message accepted so far; a run goes on only if none waits.
      expectAccepted: end.proposes || continues,
      result: { kind: 'ended', continues, ...(guard ? { guard } : {}) },
    };
  }

  private context(session: TurnSession, process: ProcessDocument): PlanContext {
    const { recipe, config } = session.current;
    const { engine } = session;
    return {
      planMode: recipe.params.planMode,
      approval: recipe.params.approval,
      globalDefault: config.planModeDefault,
      ...(config.rejectPhrases ? { rejectPhrases: config.rejectPhrases } : {}),
      runMessages: approvalMessages(process),
      accepted: process.accepted,
      now: new Date(),
      newDecisionId: () => newId('evt'),
      ownActions: engine.ownActions,
      continuing: [...engine.continuing],
      liveChild: false,
    };
  }
}

/** Whether the product may add words of its own to the end of this turn: a notice, or a guard of the run. */
function maySpeak(process: ProcessDocument): boolean {
  return mayOwePlan(process) || (process.run?.continuations ?? 0) > 0;
}

/** The answer as the run keeps it, with its result. */
function settledStep(
  process: ProcessDocument,
  answer: ActionAnswer,
  result: ActionResult,
): TurnStep {
  const turn = keptAnswer(answer.turn, sizeOf(process.run?.steps ?? []));
  return actionStep(turn, answer.index, result, () => newId('cal'));
}

/** The write of an approval pins what it was given under (3.5). */
function holding(
  decision: TurnDecision<Acted>,
  process: ProcessDocument,
  held: HeldVersions | undefined,
): TurnDecision<Acted> {
  if (decision.kind === 'none' || held === undefined || process.plan === null) return decision;
  if (!approves({ plans: decision.move?.plans ?? [] })) return decision;
  const pinned = { planVersion: process.plan.version, ...held };
  return { ...decision, patch: { ...decision.patch, pinned } };
}

function movedBy(action: EngineAction, decision: TurnDecision<Acted>): TurnDecision<Acted> {
  return decision.kind === 'none' ? decision : { ...decision, movedBy: action.type };
}

function stay(process: ProcessDocument): Move {
  return { state: planModeState(process), events: [], messages: [], plans: [] };
}

function refuse(feedback: string, costsCorrection: boolean): TurnDecision<Acted> {
  return { kind: 'none', result: { kind: 'refused', feedback, costsCorrection } };
}

/** The messages this very turn has taken: a continuation took none, so it approves nothing (1.5). */
function approvalMessages(process: ProcessDocument): ApprovalMessage[] {
  const taken = new Set(process.turn?.taken);
  return (process.run?.messages ?? [])
    .filter((message) => taken.has(message.id))
    .map(({ no, id, kind, userId, content, seenPlanVersion }) => ({
      no,
      messageId: id,
      userId,
      content,
      ...(seenPlanVersion === undefined ? {} : { seenPlanVersion }),
      isUserWords: kind === 'user',
    }));
}
