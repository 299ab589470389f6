import { arthurActionSchema, arthurActionTypeSchema, planActionTypeSchema } from '@vance/protocol';
import type { ArthurAction } from '@vance/protocol';
import {
  ThinkEngine,
  type OwnContext,
  type OwnOutcome,
  type ThinkEngineDefinition,
} from '@vance/engine-core';
import { applyArthurAction } from './arthur-actions';

/** Arthur: the chat of a session, in one project. */
@ThinkEngine()
export class ArthurEngine implements ThinkEngineDefinition<ArthurAction> {
  readonly name = 'arthur';
  readonly actionTool = 'arthur_action';
  readonly actions = arthurActionSchema;
  readonly actionTypes = [...arthurActionTypeSchema.options, ...planActionTypeSchema.options];
  readonly ownActions = arthurActionTypeSchema.options;
  // START_PLAN and START_EXECUTION end the turn: the tools depend on the mode, so the next one is built anew.
  readonly continuing = new Set(['TODO_UPDATE']);
  readonly promptBase = 'arthur-prompt';

  applyOwn(action: ArthurAction, context: OwnContext): OwnOutcome {
    return applyArthurAction(action, context);
  }
}
