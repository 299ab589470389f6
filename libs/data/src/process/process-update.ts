import type { Document } from 'mongodb';
import { processLimits } from './process-limits';
import type { ProcessPatch, WriteExpectation } from './process-write';

/** One `findOneAndUpdate`: everything in plain operators, so no user text is ever read as an expression. */
export interface ProcessUpdate {
  readonly filter: Document;
  readonly update: Document;
}

/** The filter of a write on one process: its identity and all that must still hold. */
function filterOf(
  tenantId: string,
  processId: string,
  expect: WriteExpectation,
  patch: ProcessPatch,
): Document {
  const filter: Document = { _id: processId, tenantId };
  if (expect.version !== undefined) filter['version'] = expect.version;
  if (expect.accepted !== undefined) filter['accepted'] = expect.accepted;
  if (expect.histN !== undefined) filter['hist.n'] = expect.histN;
  if (expect.laneFree) filter['lane.workerId'] = null;
  if (expect.lane !== undefined) {
    filter['lane.workerId'] = expect.lane.workerId;
    filter['lane.epoch'] = expect.lane.epoch;
  }
  if (patch.accept !== undefined) {
    filter['recent.clientMessageId'] = { $ne: patch.accept.recent.clientMessageId };
    filter[`inbox.${processLimits.inboxMessages - 1}`] = { $exists: false };
    // Whoever read it before it was closed is told so, and not that the message is taken.
    filter['status'] = { $ne: 'CLOSED' };
  }
  if (patch.pushStep !== undefined && patch.stepsBefore !== undefined) {
    filter['run.steps'] = { $size: patch.stepsBefore };
  }
  return filter;
}

/** Translates a typed patch. A part that names both a list and one of its items lands in one operator each. */
export function processUpdate(
  tenantId: string,
  processId: string,
  expect: WriteExpectation,
  patch: ProcessPatch,
): ProcessUpdate {
  const draft = new UpdateDraft();
  writeState(draft, patch);
  writeRun(draft, patch);
  draft.put('turn', patch.turn);
  draft.put('halt', patch.halt);
  draft.put('pausedFrom', patch.pausedFrom);
  draft.put('closeReason', patch.closeReason);
  draft.put('pinned', patch.pinned);
  draft.put('clientTools', patch.clientTools);
  draft.put('hist.n', patch.histN);
  if (patch.accept !== undefined) {
    draft.push('inbox', patch.accept.message);
    draft.push('recent', {
      $each: [patch.accept.recent],
      $slice: -processLimits.recentMessages,
    });
    draft.increment('accepted');
  }
  if (patch.consume !== undefined && patch.consume.length > 0) {
    draft.pull('inbox', { id: { $in: patch.consume } });
  }
  if (patch.freeLane) draft.put('lane.workerId', null, 'keep-null');
  if (patch.entry !== undefined) draft.push('outbox', patch.entry);
  // A process whose lane is held is due since it was taken; moving an indexed date is no small cost.
  const begins = expect.lane === undefined && (patch.entry ?? patch.accept) !== undefined;
  if (begins || patch.due === 'now') draft.due();
  return { filter: filterOf(tenantId, processId, expect, patch), update: draft.finish() };
}

function writeState(draft: UpdateDraft, patch: ProcessPatch): void {
  if (patch.state === undefined) return;
  for (const [field, value] of Object.entries(patch.state)) {
    // The plan itself may be null, "no plan yet"; every other absent part is a removed field.
    if (field === 'plan') draft.put(field, value ?? null, 'keep-null');
    else draft.put(field, value ?? null);
  }
  draft.increment('version');
}

function writeRun(draft: UpdateDraft, patch: ProcessPatch): void {
  const { run, pushStep, stepCalls, stepsBefore } = patch;
  if (run !== undefined && run !== null) {
    const steps = run.steps.map((step, index) =>
      index === stepCalls?.step
        ? { ...step, calls: stepCalls.calls, note: stepCalls.note ?? step.note }
        : step,
    );
    draft.put('run', { ...run, steps: pushStep === undefined ? steps : [...steps, pushStep] });
    return;
  }
  if (run === null) {
    draft.put('run', null);
    return;
  }
  if (stepCalls !== undefined) {
    draft.put(`run.steps.${stepCalls.step}.calls`, stepCalls.calls);
    draft.put(`run.steps.${stepCalls.step}.note`, stepCalls.note);
  }
  if (pushStep === undefined) return;
  if (stepCalls === undefined) draft.push('run.steps', pushStep);
  else if (stepsBefore !== undefined) draft.put(`run.steps.${stepsBefore}`, pushStep);
  else throw new TypeError('pushStep beside stepCalls needs stepsBefore');
}

/** Collects operators; empty ones are left out, since the server refuses them. */
class UpdateDraft {
  private readonly parts: Record<string, Document> = {};

  /** Sets; `null` removes (unless kept), `undefined` leaves alone. */
  put(path: string, value: unknown, nulls: 'remove-null' | 'keep-null' = 'remove-null'): void {
    if (value === undefined) return;
    if (value === null && nulls === 'remove-null') this.part('$unset')[path] = '';
    else this.part('$set')[path] = value;
  }

  push(path: string, value: unknown): void {
    this.part('$push')[path] = value;
  }

  pull(path: string, condition: Document): void {
    this.part('$pull')[path] = condition;
  }

  increment(path: string): void {
    this.part('$inc')[path] = 1;
  }

  due(): void {
    this.part('$currentDate')['dueAt'] = true;
  }

  finish(): Document {
    return this.parts;
  }

  private part(operator: string): Document {
    return (this.parts[operator] ??= {});
  }
}
