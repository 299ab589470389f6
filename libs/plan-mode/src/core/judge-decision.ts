import { assertRoom, type HeldVersions, type ProcessDocument } from '@vance/data';
import { conflict, type Result } from '@vance/kernel';
import { approves, decidePlan, type DecidePlanInput, type Refusal } from '@vance/plan-core';
import type { PlanDecision } from '@vance/protocol';
import { chatEvent, type WriteDecision } from '@vance/think-process';
import { decisionMessage } from './decision-message';
import { writeMove } from './write-move';

/** The record of a verdict, or why there is none. */
export type Decided = Result<PlanDecision, Refusal>;

/** What a verdict's write carries beside the verdict. */
export interface DecisionCarries {
  readonly clientMessageId: string;
  /** The versions an approved plan is held to (3.5). */
  readonly held: HeldVersions | undefined;
}

/** Decides on the document as it is; the message is counted by the same write that carries the verdict. */
export function judgeDecision(
  process: ProcessDocument,
  input: DecidePlanInput,
  { clientMessageId, held }: DecisionCarries,
): WriteDecision<Decided> {
  const judged = decidePlan(process, input);
  if (!judged.ok) return { kind: 'none', result: judged };
  const { kind, move, decision } = judged.value;
  const result = { ok: true as const, value: decision };
  if (kind === 'unchanged') return { kind: 'none', result };
  if (process.status === 'CLOSED') {
    throw conflict(
      'PROCESS_CLOSED',
      'This process is closed; its plan can no longer be decided on.',
    );
  }
  const message = decisionMessage(decision, {
    no: process.accepted + 1,
    id: input.messageId,
    clientMessageId,
    userId: input.decidedBy,
    at: input.now,
  });
  assertRoom(process, message.content);

  const mover = { by: 'verdict', userId: input.decidedBy };
  const written = writeMove(process, move, result, mover);
  const said = chatEvent({ ...message, role: 'USER', tags: [] });
  const entry = { ...written.patch.entry, events: [said, ...written.patch.entry.events] };
  const recent = { clientMessageId, id: message.id, entryId: entry.id };
  const pinned =
    held && approves(move) ? { planVersion: decision.planVersion, ...held } : undefined;
  return {
    ...written,
    expect: { version: true, accepted: true },
    patch: {
      ...written.patch,
      entry,
      accept: { message, recent },
      ...(pinned === undefined ? {} : { pinned }),
    },
  };
}
