import { judgeAction } from '../action-gate';
import { defined } from '../defined';
import { phaseOf } from '../legal';
import { walk } from '../phase';
import { planHash } from '../plan-hash';
import { validateProposal, type Proposal } from '../proposal';
import { statusAfter } from '../status-after';
import type { MessageDraft, PlanItem, PlanModeState, PlanRecord, PlanRowChange } from '../state';
import { changed, freshRecord, moveTo, planModeState, setAside, type MoveResult } from './move';

export interface ProposePlanInput extends Proposal {
  /** The process's message counter; only messages accepted later may approve this version. */
  readonly accepted: number;
  /** The inbox item to propose it as, instead of chat text (1.16). */
  readonly item?: PlanItem;
}

/** PROPOSE_PLAN: a new immutable version, its steps replace the list, the user is asked (1.2). */
export function proposePlan(process: PlanModeState, input: ProposePlanInput): MoveResult {
  const gate = judgeAction('PROPOSE_PLAN', process);
  if (!gate.ok) return gate;
  const checked = validateProposal(input);
  if (!checked.ok) return checked;

  const before = planModeState(process);
  const { plan: markdown, summary, todos } = checked.value;
  const draft = draftOf(before);
  const goal = checked.value.goal ?? draft.goal;
  const version = draft.version + 1;
  const hash = planHash({ goal, summary, plan: markdown, todos });
  const plan: PlanRecord = defined({
    version,
    phase: walk(draft.phase, 'ready'),
    goal,
    summary,
    hash,
    proposed: true,
    proposedNo: input.accepted,
    tagged: true,
    item: input.item,
  });
  const after: PlanModeState = {
    ...before,
    ...statusAfter('PROPOSE_PLAN', before),
    mode: 'PLANNING',
    plan,
    todos,
    switchedFrom: undefined,
  };
  const message: MessageDraft = {
    role: 'ASSISTANT',
    content: markdown,
    tags: [],
    meta: { planVersion: version, ...(input.item ? { kind: 'unsaid' as const } : {}) },
  };
  const row: PlanRowChange = defined({
    kind: 'proposed' as const,
    version,
    hash,
    goal,
    summary,
    plan: markdown,
    todos,
  });
  const move = moveTo(before, after, {
    messages: [message],
    tags: draft.tagged ? [] : ['MODE:plan'],
    plans: [...setAside(before.plan, 'superseded'), row],
    proposed: summary,
    ...(input.item && {
      item: {
        ...{ kind: 'added' as const, item: input.item, planVersion: version },
        ...{ planHash: hash, summary, plan: markdown },
      },
    }),
  });
  return changed(move, `Plan version ${version} is proposed. The user decides.`);
}

/**
 * The record that becomes ready. A draft is proposed as it is, a ready plan is revised; a plan under way
 * or done (the user has switched to plan) is set aside for a new one.
 */
function draftOf(state: PlanModeState): PlanRecord {
  const current = state.plan ?? freshRecord(0);
  switch (phaseOf(state)) {
    case 'drafting':
      return current;
    case 'ready':
      return { ...current, phase: walk('ready', 'drafting') };
    default: {
      const fresh = freshRecord(current.version);
      return { ...fresh, phase: walk(fresh.phase, 'drafting') };
    }
  }
}
