import { Injectable } from '@nestjs/common';
import type { ProcessDocument, StepCall, TurnStep } from '@vance/data';
import { failpoint, newId } from '@vance/kernel';
import { Metrics } from '@vance/observability';
import type { AssistantTurn } from '@vance/protocol';
import { ToolCatalogue, ToolInvoker, type ToolDescriptor } from '@vance/tools';
import { fitsRun, keptAnswer } from '../core/answer-size';
import { TOO_LARGE } from '../core/feedback';
import { journalRow } from '../core/journal';
import { judgeCalls, refused } from '../core/judge-calls';
import { fittingResult, sizeOf } from '../core/run-size';
import { isOpen, resumeCalls } from '../core/resume-calls';
import { openTurn } from '../core/turn-end';
import { PassingEvents } from './passing-events';
import { TurnAudit } from './turn-audit';
import type { TurnSession } from './turn-session';
import { TurnSettings } from './turn-setting';
import { TurnWriter } from './turn-writer';

/** Ordinary tool calls of a turn: judged, journaled, run, each with exactly one result (I7, 1.13). */
@Injectable()
export class ToolPhase {
  constructor(
    private readonly writer: TurnWriter,
    private readonly settings: TurnSettings,
    private readonly catalogue: ToolCatalogue,
    private readonly invoker: ToolInvoker,
    private readonly passing: PassingEvents,
    private readonly audit: TurnAudit,
    private readonly metrics: Metrics,
  ) {}

  /** Stores an answer with its calls INTENDED; those outside the manifest of the process as it is now are refused. */
  async store(session: TurnSession, given: AssistantTurn): Promise<void> {
    await this.beforeJudging(session);
    let stored: TurnStep = { answer: given, calls: [] };
    const stopped = await this.writer.write<undefined>(session, (process) => {
      const turn = openTurn(process);
      const judged = judgeCalls(
        given.toolCalls,
        this.settings.manifest(session, process),
        process.mode,
        (tool) => this.catalogue.effectOf(tool),
        () => newId('cal'),
      );
      const size = sizeOf(process.run?.steps ?? []);
      const fits = fitsRun(given, size);
      const answer = fits ? given : keptAnswer(given, size);
      const calls = fits ? judged : judged.map(tooLarge);
      const step = { answer, calls };
      stored = step;
      return {
        kind: 'write',
        patch: {
          pushStep: step,
          turn: { ...turn, iteration: turn.iteration + 1, spoke: true },
        },
        calls: this.rows(
          session,
          step,
          calls.filter((call) => call.state === 'REFUSED'),
        ),
        result: undefined,
      };
    });
    if (stopped !== undefined) return;
    if (!stored.calls.some(isOpen)) session.transcript.add(stored);
    await failpoint('P5', session.process._id);
    this.audit.refusedTools(session, stored.calls);
  }

  /** Brings every call of a stored step to its result. */
  async finish(session: TurnSession, index: number, step: TurnStep): Promise<void> {
    let calls = resumeCalls(step.calls, new Date());
    await this.beforeJudging(session);
    calls = await this.runReads(session, step, calls);
    for (let at = 0; at < calls.length; at++) {
      if (session.interruption) return;
      const call = calls[at];
      if (!call || !isOpen(call)) continue;
      calls = await this.runEffect(session, index, { ...step, calls }, at);
    }
    if (calls.some(isOpen)) return;
    if (calls !== session.process.run?.steps[index]?.calls) {
      const told = changedCalls(session.process, index, calls);
      session.pending = { step: index, calls, rows: this.rows(session, { ...step, calls }, told) };
    }
    session.transcript.add({ ...step, calls });
  }

  /** Reads run side by side; nothing is written for them before. */
  private async runReads(
    session: TurnSession,
    step: TurnStep,
    calls: readonly StepCall[],
  ): Promise<readonly StepCall[]> {
    const { process } = session;
    const manifest = this.settings.manifest(session, process);
    const reads = (call: StepCall): boolean => call.state === 'INTENDED' && call.effect === 'read';
    if (!calls.some(reads)) return calls;
    const done = await Promise.all(
      calls.map(async (call, at) => {
        if (!reads(call)) return call;
        if (!allows(manifest, call)) return refused(call, manifest, process.mode);
        return this.run(session, step, started(call), at, manifest);
      }),
    );
    this.audit.refusedTools(
      session,
      done.filter((call, at) => call.state === 'REFUSED' && calls[at]?.state !== 'REFUSED'),
    );
    return done;
  }

  /** STARTED is written before the call, and that write is the dispatch lock; then it runs, then its result is kept. */
  private async runEffect(
    session: TurnSession,
    index: number,
    step: TurnStep,
    at: number,
  ): Promise<readonly StepCall[]> {
    const begun = await this.lock(session, index, step, at);
    if (!begun) return step.calls;
    if (begun.state === 'REFUSED') {
      this.audit.refusedTools(session, [begun]);
      return replaced(step.calls, at, begun);
    }
    const manifest = this.settings.manifest(session, session.process);
    const ended = await this.run(session, step, begun, at, manifest);
    const calls = replaced(step.calls, at, ended);
    await this.keep(session, index, { ...step, calls }, ended);
    return session.process.run?.steps[index]?.calls ?? calls;
  }

  /** Writes STARTED if the state still allows the call; otherwise the call comes back REFUSED, nothing written. */
  private async lock(
    session: TurnSession,
    index: number,
    step: TurnStep,
    at: number,
  ): Promise<StepCall | undefined> {
    await this.beforeJudging(session);
    const call = step.calls[at];
    if (!call) return undefined;
    const judged = await this.writer.write<StepCall>(session, (process) => {
      const manifest = this.settings.manifest(session, process);
      if (!allows(manifest, call))
        return { kind: 'none', result: refused(call, manifest, process.mode) };
      const begun = started(call);
      const calls = replaced(step.calls, at, begun);
      return {
        kind: 'write',
        patch: { stepCalls: { step: index, calls } },
        calls: this.rows(session, { ...step, calls }, changedCalls(process, index, calls)),
        result: begun,
      };
    });
    return typeof judged === 'string' ? undefined : judged;
  }

  /** The result of an effect is stored before anything else happens. */
  private async keep(
    session: TurnSession,
    index: number,
    step: TurnStep,
    ended: StepCall,
  ): Promise<void> {
    await this.writer.write(
      session,
      () => ({
        kind: 'write',
        patch: { stepCalls: { step: index, calls: step.calls } },
        calls: this.rows(session, step, [ended]),
        anyVersion: true,
        result: undefined,
      }),
      { evenInterrupted: true },
    );
    await failpoint('P7', session.process._id);
  }

  private async run(
    session: TurnSession,
    step: TurnStep,
    call: StepCall,
    at: number,
    manifest: readonly ToolDescriptor[],
  ): Promise<StepCall> {
    const { process, scope, signal } = session;
    const { callId, tool: name } = call;
    this.passing.toolActivity(process, { callId, name, phase: 'started' });
    await failpoint('P6', process._id);
    const began = performance.now();
    const { state, text } = await this.invoker.invoke(
      name,
      step.answer.toolCalls[at]?.arguments ?? '',
      {
        scope,
        processId: process._id,
        sessionId: process.sessionId,
        project: process.project,
        userId: process.userId,
        callId,
        signal,
        manifest,
      },
      process,
    );
    const durationMs = Math.round(performance.now() - began);
    this.metrics.toolCalls.inc({ state });
    this.passing.toolActivity(process, { callId, name, phase: 'finished', durationMs });
    const result = fittingResult(text, process.run?.steps ?? []);
    return { ...call, state, result, endedAt: new Date() };
  }

  /** Where the recipe asks for plans, the tenant's switch decides what NORMAL may do: read it as it is now. */
  private async beforeJudging(session: TurnSession): Promise<void> {
    if (session.current.recipe.params.planMode === 'required')
      await this.settings.refreshSwitch(session);
  }

  private rows(session: TurnSession, step: TurnStep, told: readonly StepCall[]) {
    return told.map((call) => {
      const at = step.calls.indexOf(call);
      return journalRow(call, session.turnId, step.answer.toolCalls[at]?.arguments ?? '');
    });
  }
}

function tooLarge(call: StepCall): StepCall {
  return call.state === 'REFUSED' ? call : { ...call, state: 'REFUSED', result: TOO_LARGE };
}

function started(call: StepCall): StepCall {
  return { ...call, state: 'STARTED', startedAt: new Date() };
}

function allows(manifest: readonly ToolDescriptor[], call: StepCall): boolean {
  return manifest.some((tool) => tool.name === call.tool);
}

function replaced(calls: readonly StepCall[], at: number, call: StepCall): readonly StepCall[] {
  return calls.map((known, index) => (index === at ? call : known));
}

/** Calls whose state the document does not know yet: their journal rows go with this write. */
function changedCalls(
  process: ProcessDocument,
  index: number,
  calls: readonly StepCall[],
): readonly StepCall[] {
  const known = process.run?.steps[index]?.calls ?? [];
  return calls.filter((call, at) => call.state !== 'INTENDED' && call.state !== known[at]?.state);
}
