import type { AuditDraft, ProcessDocument } from '@vance/data';
import { newId } from '@vance/kernel';
import type { Move, PlanRowChange } from '@vance/plan-core';
import type { AuditEvent } from '@vance/tenancy';

/** What moved a process: an action of its engine, a verdict, the user's switch, the tenant's, or the plan's own end. */
export interface Mover {
  readonly by: string;
  /** Who moved it, or for whom it works. */
  readonly userId: string;
  /** Absent outside turns. */
  readonly turnId?: string;
}

/**
 * What of a move belongs on the record (4.4): verdicts and proposals, then the modes they moved. It goes into the write
 * of the move itself, so neither stands without the other.
 */
export function moveRecord(
  process: ProcessDocument,
  move: Partial<Move>,
  { by, userId, turnId }: Mover,
): readonly AuditDraft[] {
  const turn = turnId === undefined ? {} : { turnId };
  const draft = (event: AuditEvent, actor = userId): AuditDraft => {
    const { action, data = {} } = event;
    return { _id: newId('aud'), actor, action, target: process._id, outcome: 'done', data };
  };
  const decided = (row: PlanRowChange): AuditDraft[] => {
    if (row.kind === 'archived') return [];
    if (row.kind === 'proposed')
      return [draft({ action: 'plan-proposed', data: { planVersion: row.version, ...turn } })];
    const { planVersion, verdict, source, decisionId, decidedBy } = row.decision;
    const data = { planVersion, verdict, source, decisionId, ...turn };
    return [draft({ action: 'plan-decided', data }, decidedBy)];
  };
  const rows = (move.plans ?? []).flatMap(decided);
  const { mode, agentMode, plan } = move.state ?? process;
  if (process.agentMode !== agentMode) {
    const data = { from: process.agentMode, to: agentMode, by, ...turn };
    rows.push(draft({ action: 'agent-mode-changed', data }));
  }
  if (process.mode !== mode) {
    const data = { from: process.mode, to: mode, planVersion: plan?.version ?? 0, by, ...turn };
    rows.push(draft({ action: 'mode-changed', data }));
  }
  return rows;
}
