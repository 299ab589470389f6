export { newId, derivedId, type IdKind } from './ids';
export { tenantScope, type TenantScope } from './tenant-scope';
export { ok, err, type Result } from './result';
export {
  DomainError,
  notFound,
  badRequest,
  forbidden,
  conflict,
  type DomainErrorOptions,
  type ErrorData,
  type FieldError,
  type Fixer,
} from './domain-error';
export { budgetNames, type BudgetName, type Budgets } from './budget';
export { assertNever } from './assert-never';
export { wellFormed, cutText } from './text';
export { parseUrl } from './parse-url';
export { failpoint, FAILPOINT_HOOK, type FailpointHook, type FailpointName } from './failpoint';
export { Recent } from './recent';
