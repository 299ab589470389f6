import { Injectable } from '@nestjs/common';
import type { PlanModeState } from '@vance/plan-core';
import { dispatch, type ParsedAction } from './core/dispatch';
import type { PlanContext, PlanDispatch } from './core/plan-context';

/** The one layer of plan actions that all plan-mode engines share. Pure: the engine writes what it gives. */
@Injectable()
export class PlanActions {
  dispatch(action: ParsedAction, process: PlanModeState, context: PlanContext): PlanDispatch {
    return dispatch(action, process, context);
  }
}
