/** Recipe parameter `planMode` (1.16). */
export type PlanModeParam = 'auto' | 'required' | 'disabled';

/** Setting `vance.engine.planMode.globalDefault` of the tenant. */
export type GlobalPlanMode = 'auto' | 'disabled';

/** Recipe parameter `approval` (1.5). */
export type ApprovalParam = 'inferred' | 'explicit';

/** What counts: a tenant that switched plan mode off overrides every recipe, also `required`. */
export function effectivePlanMode(
  planMode: PlanModeParam,
  globalDefault: GlobalPlanMode,
): PlanModeParam {
  return globalDefault === 'disabled' ? 'disabled' : planMode;
}
