import type {
  ApprovalMessage,
  ApprovalParam,
  GlobalPlanMode,
  PlanItem,
  Move,
  PlanModeParam,
  RefusalCode,
} from '@vance/plan-core';

/** Everything beside the process that a plan action is judged by. */
export interface PlanContext {
  /** Recipe parameters. */
  readonly planMode: PlanModeParam;
  readonly approval: ApprovalParam;
  /** The tenant's setting, read uncached for this action (1.16). */
  readonly globalDefault: GlobalPlanMode;
  /** The tenant's list; the built-in one when absent. */
  readonly rejectPhrases?: readonly string[];
  /** The messages that this turn has taken. A continuation took none, so it approves nothing (1.5). */
  readonly runMessages: readonly ApprovalMessage[];
  /** The process's message counter as read with `process`; a proposal is written only if it still holds. */
  readonly accepted: number;
  /** The inbox item that a proposal is, where the recipe wants it so (1.16). */
  readonly item?: PlanItem;
  readonly now: Date;
  readonly newDecisionId: () => string;
  /** The engine's own action types; Arthur's when absent. */
  readonly ownActions?: readonly string[];
  /** Plan actions applied inside the loop (1.11); TODO_UPDATE alone when absent. */
  readonly continuing?: readonly string[];
  /** Whether a delegated child lives: without one WAIT would wait for nobody. */
  readonly liveChild?: boolean;
  readonly ancestorReadOnly?: boolean;
}

/** What the shared layer makes of an action. */
export type PlanDispatch =
  /** Fits the state and belongs to the engine's own switch. */
  | { readonly kind: 'not-mine' }
  | {
      readonly kind: 'applied';
      readonly outcome: 'changed' | 'unchanged';
      readonly move: Move;
      readonly feedback: string;
      readonly endsTurn: boolean;
      /** Whether the turn ends waiting for the user. */
      readonly waits: boolean;
    }
  | {
      readonly kind: 'rejected';
      readonly code: RefusalCode;
      /** As the model reads it, the code in front. */
      readonly feedback: string;
      readonly costsCorrection: boolean;
    };
