import type { AgentMode, PlanView, TodoItem, Verdict } from '@vance/protocol';
import { isBareRefusal } from '../bare-refusal';
import {
  abandonPlan,
  applyKillSwitch,
  decidePlan,
  proposePlan,
  resetAfterCompletion,
  startExecution,
  startPlan,
  switchAgentMode,
  todoUpdate,
} from '../moves';
import { toPlanView } from '../plan-view';
import type { ApprovalMessage, Move, PlanModeState } from '../state';
import type { TodoWish } from '../todo-wish';
import { chat, state, steps } from './builders';

/** One thing that may happen to a process; the model test plays random lists of them. */
export type Step =
  | { readonly do: 'send'; readonly content: string; readonly seen: 'none' | 'current' | 'older' }
  | { readonly do: 'event' }
  | { readonly do: 'take' }
  | { readonly do: 'start-plan'; readonly goal?: string }
  | { readonly do: 'propose'; readonly ids: readonly string[] }
  | { readonly do: 'start-execution'; readonly explicit: boolean }
  | { readonly do: 'todo'; readonly wish: TodoWish }
  | { readonly do: 'decide'; readonly back: number; readonly verdict: Verdict; readonly id: string }
  | { readonly do: 'switch'; readonly to: AgentMode }
  | { readonly do: 'abandon' | 'reset' | 'kill' };

/** What clients know by the events alone. */
export interface Folded {
  readonly mode: string;
  readonly agentMode: string;
  readonly todos: readonly TodoItem[];
  readonly plan: PlanView | null;
}

/** A process with its inbox, and everything that its moves caused. */
export class World {
  process: PlanModeState = state();
  accepted = 0;
  inbox: ApprovalMessage[] = [];
  turn: ApprovalMessage[] = [];
  folded: Folded = { mode: 'NORMAL', agentMode: 'build', todos: [], plan: null };
  readonly moves: Move[] = [];
  readonly rows = new Map<number, { decisions: string[]; archived: string[]; hash: string }>();
  readonly done: string[] = [];

  /** Plays a step; tells whether EXECUTING was entered by someone's approval, as judged here from scratch. */
  play(step: Step): { readonly before: PlanModeState; readonly mayStart: boolean } {
    const before = this.process;
    const mayStart = this.mayStart(step);
    const move = this.moveOf(step);
    if (move) this.record(move);
    return { before, mayStart };
  }

  private moveOf(step: Step): Move | undefined {
    const { process } = this;
    switch (step.do) {
      case 'send':
        return this.accept(step.content, true, step.seen);
      case 'event':
        return this.accept('DONE', false, 'none');
      case 'take':
        this.turn = this.inbox;
        this.inbox = [];
        return undefined;
      case 'start-plan':
        return moved(startPlan(process, { goal: step.goal, planMode: 'auto' }));
      case 'propose':
        return moved(
          proposePlan(process, {
            plan: '# Plan',
            summary: 'A plan',
            todos: steps(...step.ids),
            accepted: this.accepted,
          }),
        );
      case 'start-execution':
        return moved(startExecution(process, this.words(step.explicit)));
      case 'todo':
        return moved(todoUpdate(process, { ...step.wish, approval: this.words(false) }));
      case 'decide':
        return moved(
          decidePlan(process, {
            planVersion: (process.plan?.version ?? 0) - step.back,
            verdict: step.verdict,
            decisionId: step.id,
            source: 'button',
            decidedBy: 'user-1',
            messageId: 'm',
            now: new Date(0),
          }),
        );
      case 'switch':
        return moved(switchAgentMode(process, { agentMode: step.to, planModeAvailable: true }));
      case 'abandon':
        return moved(abandonPlan(process));
      case 'reset':
        return moved(resetAfterCompletion(process));
      case 'kill':
        return moved(applyKillSwitch(process));
    }
  }

  private words(explicit: boolean): ReturnType<typeof chat> {
    const approval = explicit ? 'explicit' : 'inferred';
    return chat(this.turn, { approval, rejectPhrases: ['no'] });
  }

  private accept(content: string, isUserWords: boolean, seen: string): undefined {
    this.accepted += 1;
    const version = this.process.plan?.version ?? 0;
    const seenPlanVersion = { none: undefined, current: version, older: version - 1 }[seen];
    const messageId = `m-${this.accepted}`;
    const no = this.accepted;
    this.inbox.push({ no, messageId, userId: 'user-1', content, isUserWords, seenPlanVersion });
  }

  /** The rule of 1.5 once more, in other words than the code under test. */
  private mayStart(step: Step): boolean {
    const { plan, agentMode, approvedNo } = this.process;
    if (step.do === 'switch' || step.do === 'kill') return plan?.decision?.verdict === 'approve';
    if (!plan?.proposed || plan.decision) return false;
    if (step.do === 'decide') return step.verdict === 'approve' && step.back === 0;
    if (step.do !== 'todo' && step.do !== 'start-execution') return false;
    const said = this.turn.filter((message) => message.isUserWords);
    const newer = said.every((message) => message.no > Math.max(plan.proposedNo, approvedNo));
    const sawIt = said.every(
      (message) => (message.seenPlanVersion ?? plan.version) === plan.version,
    );
    const noNo = !said.some((message) => isBareRefusal(message.content, ['no']));
    const inferred = !(step.do === 'start-execution' && step.explicit);
    return said.length > 0 && newer && sawIt && noNo && inferred && agentMode === 'build';
  }

  private record(move: Move): void {
    this.process = deepFreeze(move.state);
    this.moves.push(move);
    for (const event of move.events) {
      if (event.type === 'process-mode-changed') this.fold({ mode: event.newMode });
      if (event.type === 'agent-mode-changed') this.fold({ agentMode: event.newMode });
      if (event.type === 'todos-updated') this.fold({ todos: event.todos });
      if (event.type === 'plan-updated') this.fold({ plan: event.plan });
    }
    for (const row of move.plans) {
      const known = this.rows.get(row.version) ?? { decisions: [], archived: [], hash: '' };
      this.rows.set(row.version, known);
      if (row.kind === 'proposed') known.hash = row.hash;
      if (row.kind === 'decided') known.decisions.push(row.decision.decisionId);
      if (row.kind === 'archived') known.archived.push(row.reason);
    }
    for (const tag of move.messages.flatMap((message) => message.tags)) {
      if (tag.startsWith('PLAN_STEP_DONE:')) this.done.push(`${move.state.plan?.version} ${tag}`);
    }
  }

  private fold(change: Partial<Folded>): void {
    this.folded = { ...this.folded, ...change };
  }

  /** The state as clients should know it; the next action follows from the list. */
  shown(): Folded {
    const { mode, agentMode, todos, plan } = this.process;
    return { mode, agentMode, todos, plan: toPlanView(plan, todos) };
  }
}

function moved(
  result: { ok: true; value: { move: Move } } | { ok: false; error: unknown },
): Move | undefined {
  return result.ok ? result.value.move : undefined;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
