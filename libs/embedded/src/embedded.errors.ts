import { DomainError, type ErrorData } from '@vance/kernel';

/**
 * Why an embedded service cannot start or went away. The message is one line that tells an operator
 * what to do; everything longer is in `data`.
 */
export function startFault(
  code: StartFaultCode,
  message: string,
  data: ErrorData = {},
  cause?: unknown,
): DomainError {
  return new DomainError(code, message, { status: 503, fixer: 'operator', data, cause });
}

/** Codes of {@link startFault}. */
export type StartFaultCode =
  | 'BINARY_NOT_FOUND'
  | 'DATA_DIR_UNUSABLE'
  | 'SERVICE_START_FAILED'
  | 'SERVICE_LOST'
  | 'SERVICE_UNREACHABLE';

/** The first line of whatever was thrown. */
export function reasonOf(error: unknown): string {
  // By shape, not by class: an error may come from another realm.
  const { message } = (error ?? {}) as { message?: unknown };
  const text = typeof message === 'string' ? message : String(error);
  return text.split('\n', 1)[0] ?? text;
}
