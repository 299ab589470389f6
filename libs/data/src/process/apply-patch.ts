import type { ProcessDocument } from './process-document';
import type { ProcessPatch } from './process-write';

/**
 * The document as a patch leaves it, for the lane holder whose write was applied: nobody else moves what it
 * holds. What others may have added meanwhile (messages, offers, a halt) is not in it.
 */
export function applyPatch(process: ProcessDocument, patch: ProcessPatch): ProcessDocument {
  const next: Mutable<ProcessDocument> = { ...process };
  if (patch.state !== undefined) {
    for (const [field, value] of Object.entries(patch.state)) {
      put(next, field, field === 'plan' ? (value ?? null) : (value ?? undefined));
    }
    next.version = process.version + 1;
  }
  for (const field of FIELDS) {
    if (patch[field] !== undefined) put(next, field, patch[field] ?? undefined);
  }
  const run = runAfter(process, patch);
  if (run !== process.run) put(next, 'run', run);
  if (patch.histN !== undefined) next.hist = { ...process.hist, n: patch.histN };
  if (patch.accept !== undefined) {
    next.inbox = [...process.inbox, patch.accept.message];
    next.accepted = process.accepted + 1;
  }
  if (patch.consume !== undefined) {
    const gone = new Set(patch.consume);
    next.inbox = next.inbox.filter((message) => !gone.has(message.id));
  }
  if (patch.freeLane) next.lane = { ...process.lane, workerId: null };
  if (patch.entry !== undefined) next.outbox = [...process.outbox, patch.entry];
  return next;
}

/** Replaced as a whole. */
const FIELDS = [
  'turn',
  'halt',
  'pausedFrom',
  'closeReason',
  'clientTools',
  'pinned',
] as const satisfies readonly (keyof ProcessPatch)[];

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Absent fields are absent, as in the database. */
function put(target: object, field: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(target, field);
  else Reflect.set(target, field, value);
}

function runAfter(process: ProcessDocument, patch: ProcessPatch): ProcessDocument['run'] {
  if (patch.run === null) return undefined;
  const run = patch.run ?? process.run;
  if (run === undefined) return undefined;
  const { stepCalls, pushStep } = patch;
  if (patch.run === undefined && stepCalls === undefined && pushStep === undefined) return run;
  const steps = run.steps.map((step, index) => {
    if (index !== stepCalls?.step) return step;
    const note = stepCalls.note ?? step.note;
    return { ...step, calls: stepCalls.calls, ...(note === undefined ? {} : { note }) };
  });
  return { ...run, steps: pushStep === undefined ? steps : [...steps, pushStep] };
}
