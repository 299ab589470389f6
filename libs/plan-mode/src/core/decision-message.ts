import type { InboxMessage } from '@vance/data';
import { wellFormed } from '@vance/kernel';
import type { PlanDecision, Verdict } from '@vance/protocol';

/** What a verdict says where the user wrote no comment. */
const SENTENCES: Readonly<Record<Verdict, (version: number) => string>> = {
  approve: (version) => `I approve plan version ${version}.`,
  edit: (version) => `Please change plan version ${version}.`,
  reject: (version) => `I reject plan version ${version}.`,
};

/** Who and what the message of a verdict is. */
export interface DecisionSender {
  readonly no: number;
  readonly id: string;
  /** Minted by us, so that no client's own id can stand in its way. */
  readonly clientMessageId: string;
  readonly userId: string;
  readonly at: Date;
}

/** The USER message that wakes the process after a verdict (1.5). It is no approval by words itself. */
export function decisionMessage(decision: PlanDecision, sender: DecisionSender): InboxMessage {
  const { planVersion, verdict, decisionId } = decision;
  const comment = wellFormed(decision.comment ?? '').trim();
  return {
    ...sender,
    kind: 'decision',
    content: comment === '' ? SENTENCES[verdict](planVersion) : comment,
    meta: { planDecision: { planVersion, verdict, decisionId } },
  };
}
