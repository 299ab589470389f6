import { Injectable } from '@nestjs/common';
import type { ProcessDocument, StepCall } from '@vance/data';
import { tenantScope } from '@vance/kernel';
import type { EngineAction } from '../core/parse-action';
import { AuditSink, type RefusedEvent } from './audit-sink';
import { PassingEvents } from './passing-events';
import type { TurnSession } from './turn-session';

/** What a turn is refused belongs into the audit log (4.4): tools, and starts that nobody approved. What it moves is in its writes. */
@Injectable()
export class TurnAudit {
  constructor(
    private readonly audit: AuditSink,
    private readonly passing: PassingEvents,
  ) {}

  /** Tells the clients and the log of every refused call among these. */
  refusedTools(session: TurnSession, calls: readonly StepCall[]): void {
    for (const { callId, tool, state } of calls) {
      if (state !== 'REFUSED') continue;
      this.passing.toolActivity(session.process, { callId, name: tool, phase: 'refused' });
      const { mode, turn } = session.process;
      const data = { tool, callId, mode, ...turnOf(turn) };
      this.note(session.process, { action: 'tool-refused', data });
    }
  }

  /** A model's action was refused; the record is of those that wanted a start nobody approved. */
  refusedAction({ process }: TurnSession, action: EngineAction, feedback: string): void {
    if (!feedback.startsWith('APPROVAL_REQUIRED')) return;
    const planVersion = process.plan?.version ?? 0;
    const data = { action: action.type, planVersion, ...turnOf(process.turn) };
    this.note(process, { action: 'approval-refused', data });
  }

  private note({ tenantId, userId, _id: processId }: ProcessDocument, event: RefusedEvent): void {
    this.audit.note(tenantScope(tenantId), { userId, processId, ...event });
  }
}

function turnOf(turn: ProcessDocument['turn']): { readonly turnId?: string } {
  return turn ? { turnId: turn.id } : {};
}
