import { DiscoveryService } from '@nestjs/core';
import type { z } from 'zod';
import type { MessageDraft, PlanModeState, TurnEnd } from '@vance/plan-core';
import type { EngineAction } from '../core/parse-action';

/** What an engine's own action does: words for the user and the kind of end, or a refusal for the model. */
export type OwnOutcome =
  | {
      readonly kind: 'applied';
      /** Decides the status after it (1.2). */
      readonly end: TurnEnd;
      readonly messages: readonly MessageDraft[];
      /** The plan under way is dropped by the same write (1.11). */
      readonly abandonPlan?: boolean;
    }
  | {
      readonly kind: 'rejected';
      /** What the model is told, its code in front. */
      readonly feedback: string;
      readonly costsCorrection: boolean;
    };

/** What an own action may look at. */
export interface OwnContext {
  readonly state: PlanModeState;
  /** A child of this process lives; never yet, since there are no workers. */
  readonly liveChild: boolean;
}

/**
 * An engine: a declaration on the one action loop, and what only it does. Everything here is pure; the loop
 * does the reading, writing and asking.
 */
export interface ThinkEngineDefinition<A extends EngineAction = EngineAction> {
  /** As recipes name it. */
  readonly name: string;
  /** Name of the function that carries the actions. */
  readonly actionTool: string;
  /** Every action it knows, those of plan mode included. */
  readonly actions: z.ZodType<A>;
  /** All types of `actions`, in the order the model reads them. */
  readonly actionTypes: readonly string[];
  /** The types that are its own; the modes that allow them stand in plan-core's table (1.2). */
  readonly ownActions: readonly string[];
  /** Actions whose result the model reads in the same turn, unless they changed the mode (1.11). */
  readonly continuing: ReadonlySet<string>;
  /** Base name of its prompts: `<base>.md`, `<base>-exploring.md`, `<base>-planning.md`. */
  readonly promptBase: string;
  /** Carries out one of its own actions. */
  applyOwn(action: A, context: OwnContext): OwnOutcome;
}

/** Marks a provider as an engine: it implements `ThinkEngineDefinition`, and the registry finds it at start. */
export const ThinkEngine = DiscoveryService.createDecorator();
