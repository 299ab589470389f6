import { Injectable } from '@nestjs/common';
import { Logger } from '@vance/observability';
import { ProcessRepository, type TurnStep } from '@vance/data';
import { DomainError, newId } from '@vance/kernel';
import { ModelFault } from '@vance/llm';
import type { AssistantTurn } from '@vance/protocol';
import { boundReached, boundsOf, type TurnBounds } from '../core/bounds';
import { actionStep } from '../core/action-step';
import { keptAnswer } from '../core/answer-size';
import { classifyAnswer, type ClassifiedAnswer } from '../core/classify-answer';
import { invalidAction, noAction } from '../core/feedback';
import { refusedTooOften } from '../core/judge-calls';
import { mayCorrect } from '../core/pacemaker';
import { parseAction } from '../core/parse-action';
import { isOpen } from '../core/resume-calls';
import { sizeOf } from '../core/run-size';
import { openTurn } from '../core/turn-end';
import { stepsOfTurn } from '../core/turn-facts';
import { ActionPhase, type Acted } from './action-phase';
import type { ChunkStream } from './chunk-stream';
import { ModelAsker, type Asked } from './model-asker';
import { ToolPhase } from './tool-phase';
import { TraceNotes } from './trace-notes';
import { TurnEndings, type Ended } from './turn-endings';
import { TurnOpening } from './turn-opening';
import { LaneLost, type Interruption, type TurnSession } from './turn-session';
import { TurnWriter } from './turn-writer';

/** How a turn ended for its lane: it goes on, it is free, or it is to be given back with the turn open. */
export type TurnOutcome = Ended | 'release';

type ActionAnswer = Extract<ClassifiedAnswer, { kind: 'action' }>;
/** `undefined`: the turn goes on. */
type Step = Ended | Interruption | undefined;

/** A take of a turn that has crashed this often before is its last (I9). */
const CRASHES = 3;

/** The action loop: plays one turn of a process to its end (3.1). */
@Injectable()
export class TurnLoop {
  constructor(
    private readonly opening: TurnOpening,
    private readonly asker: ModelAsker,
    private readonly tools: ToolPhase,
    private readonly actions: ActionPhase,
    private readonly endings: TurnEndings,
    private readonly writer: TurnWriter,
    private readonly traces: TraceNotes,
    private readonly processes: ProcessRepository,
    private readonly log: Logger,
  ) {}

  /** @throws LaneLost */
  async play(session: TurnSession): Promise<TurnOutcome> {
    let deadline: NodeJS.Timeout | undefined;
    try {
      for (let step = await this.begin(session); ; step = await this.step(session)) {
        deadline ??= session.setting ? this.armDeadline(session) : undefined;
        if (step === undefined) continue;
        const outcome = isEnd(step) ? step : await this.stop(session, step);
        if (outcome) return outcome;
      }
    } finally {
      clearTimeout(deadline);
    }
  }

  /** A turn that cannot even begin ends with a friendly sentence. */
  private async begin(session: TurnSession): Promise<Step> {
    if (openTurn(session.process).attempts > CRASHES) return this.endings.poison(session);
    if (session.engine.actionTypes.length === 0)
      return this.endings.lost(session, `no engine "${session.process.engine}"`);
    try {
      await this.opening.open(session);
      return undefined;
    } catch (error) {
      if (error instanceof ModelFault) return this.endings.modelFailed(session, error, '');
      if (!(error instanceof DomainError)) throw error;
      return this.endings.lost(session, `${error.code}: ${error.message}`);
    }
  }

  /** One pass: what a stored answer still lacks comes first, then the next question. */
  private async step(session: TurnSession): Promise<Step> {
    if (session.interruption) return session.interruption;
    const unfinished = openStep(session);
    if (unfinished) {
      await this.tools.finish(session, unfinished.index, unfinished.step);
      return undefined;
    }
    if (refusedTooOften(told(session), session.engine.actionTool))
      return this.endings.lost(session, 'one tool was refused too often');
    if (session.isStale) await this.refresh(session);
    if (session.interruption) return session.interruption;
    const turn = openTurn(session.process);
    const bound = boundReached(turn, this.bounds(session), session.now());
    if (bound) return this.endings.limit(session, bound);
    return this.judge(session, await this.asker.ask(session));
  }

  private async judge(session: TurnSession, asked: Asked): Promise<Step> {
    if (asked.kind === 'interrupted') return session.interruption;
    if (asked.kind === 'failed') return this.endings.modelFailed(session, asked.fault, asked.shown);
    const { engine } = session;
    const answer = classifyAnswer(
      asked.answer.turn,
      engine.actionTool,
      new Set(engine.actionTypes),
      () => newId('cal'),
    );
    this.traces.answered(session, asked, answer);
    const step = await this.take(session, answer, asked.chunks);
    // What the turn did not end with was not meant to be read.
    if (step === undefined || !isEnd(step)) asked.chunks.reset();
    return step;
  }

  private async take(
    session: TurnSession,
    answer: ClassifiedAnswer,
    chunks: ChunkStream,
  ): Promise<Step> {
    const { engine, process } = session;
    switch (answer.kind) {
      case 'text':
        return this.correct(session, answer.text, 'text without an action', true, {
          answer: this.kept(session, answer.turn),
          calls: [],
          note: noAction(engine.actionTool, process.mode),
        });
      case 'calls':
        await this.tools.store(session, answer.turn);
        return undefined;
      case 'action':
        return this.act(session, answer, chunks);
    }
  }

  private async act(
    session: TurnSession,
    answer: ActionAnswer,
    chunks: ChunkStream,
  ): Promise<Step> {
    const { engine } = session;
    const parsed = parseAction(answer.call.arguments, engine.actions);
    if (!parsed.ok) {
      const feedback = invalidAction(engine.actionTool, parsed.error);
      chunks.reset();
      return this.refuse(session, answer, feedback, true);
    }
    const acted = await this.actions.apply(session, answer, parsed.value);
    if (typeof acted === 'string') return acted;
    // Taken back before anything else is said, even if the refusal is what ends the turn.
    if (acted.kind === 'refused') chunks.reset();
    return this.follow(session, answer, acted);
  }

  private follow(session: TurnSession, answer: ActionAnswer, acted: Acted): Step | Promise<Step> {
    switch (acted.kind) {
      case 'continuing':
        this.tellLastStep(session);
        return undefined;
      case 'ended':
        if (acted.guard)
          this.log.warn(
            { processId: session.process._id, guard: acted.guard },
            'a run was stopped',
          );
        if (acted.continues) this.tellLastStep(session);
        return acted.continues ? 'continues' : 'over';
      case 'refused':
        return this.refuse(session, answer, acted.feedback, acted.costsCorrection);
    }
  }

  /** An action that was not carried out: its call gets the reason as its result. */
  private refuse(
    session: TurnSession,
    answer: ActionAnswer,
    feedback: string,
    costs: boolean,
  ): Promise<Step> {
    const result = { state: 'REFUSED', changed: false, feedback } as const;
    const step = actionStep(this.kept(session, answer.turn), answer.index, result, () =>
      newId('cal'),
    );
    return this.correct(session, answer.turn.text.trim(), feedback, costs, step);
  }

  /** Tells the model what to mend, as long as the budget lasts (1.12). */
  private async correct(
    session: TurnSession,
    text: string,
    reason: string,
    costs: boolean,
    step: TurnStep,
  ): Promise<Step> {
    const { corrections } = openTurn(session.process);
    const budget = session.current.info.actionLoopCorrections;
    if (costs && !mayCorrect(corrections, budget))
      return this.endings.fallBack(session, text, reason);
    const stopped = await this.writer.write<undefined>(session, (process) => {
      const turn = openTurn(process);
      const { iteration } = turn;
      return {
        kind: 'write',
        patch: {
          pushStep: step,
          turn: { ...turn, iteration: iteration + 1, corrections: corrections + (costs ? 1 : 0) },
        },
        anyVersion: true,
        result: undefined,
      };
    });
    if (stopped === undefined) {
      session.transcript.add(step);
      session.correcting = costs;
    }
    return stopped;
  }

  /** Obeys what asked the turn to stop. */
  private async stop(session: TurnSession, why: Interruption): Promise<TurnOutcome | undefined> {
    switch (why) {
      case 'halted':
        return this.endings.halt(session);
      case 'paused':
      case 'drained':
        return 'release';
      case 'deadline': {
        const end = await this.endings.limit(session, 'time');
        return isEnd(end) ? end : undefined;
      }
    }
  }

  /** The process as it is now: the next question shows its state, manifest and mode prompt. */
  private async refresh(session: TurnSession): Promise<void> {
    const { _id, lane } = session.process;
    const known = session.beginRead();
    const process = await this.processes.find(session.scope, _id);
    if (process?.lane.workerId !== lane.workerId || process.lane.epoch !== lane.epoch)
      throw new LaneLost(_id);
    known(process);
  }

  private tellLastStep(session: TurnSession): void {
    const step = session.process.run?.steps.at(-1);
    if (step) session.transcript.add(step);
  }

  private kept({ process }: TurnSession, answer: AssistantTurn): AssistantTurn {
    return keptAnswer(answer, sizeOf(process.run?.steps ?? []));
  }

  private bounds(session: TurnSession): TurnBounds {
    return boundsOf(session.process.mode, session.current.recipe.params);
  }

  /** Ends model call and tools when the turn's time is up; the stored start decides, so a crash gives no more. */
  private armDeadline(session: TurnSession): NodeJS.Timeout {
    const { startedAt } = openTurn(session.process);
    const left = startedAt.getTime() + this.bounds(session).milliseconds - session.now().getTime();
    return setTimeout(() => session.interrupt('deadline'), Math.max(0, left)).unref();
  }
}

function isEnd(step: Ended | Interruption): step is Ended {
  return step === 'continues' || step === 'over';
}

/** The stored answer whose calls still lack results, if there is one. */
function openStep({
  process,
  pending,
}: TurnSession): { index: number; step: TurnStep } | undefined {
  const steps = process.run?.steps ?? [];
  const index = steps.length - 1;
  const step = steps[index];
  if (!step || pending?.step === index || !step.calls.some(isOpen)) return undefined;
  return { index, step };
}

/** The turn's steps with the results that are not stored yet. */
function told({ process, pending }: TurnSession): readonly TurnStep[] {
  const firstStep = process.turn?.firstStep ?? 0;
  return stepsOfTurn(process).map((step, index) =>
    pending?.step === firstStep + index ? { ...step, calls: pending.calls } : step,
  );
}
