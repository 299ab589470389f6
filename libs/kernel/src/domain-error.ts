/** Who can repair the situation: decides which words are shown to whom. */
export type Fixer = 'model' | 'user' | 'operator';

/** Free data that travels with an error to whoever has to act on it; plain JSON values only. */
export type ErrorData = Readonly<Record<string, unknown>>;

/** What every DomainError carries. */
export interface DomainErrorOptions {
  /** HTTP status of the wire shape. */
  readonly status: number;
  readonly fixer?: Fixer;
  readonly data?: ErrorData;
  readonly cause?: unknown;
}

/**
 * A refusal or fault with a stable code in SCREAMING_SNAKE_CASE. Its message is safe to show to the
 * caller; internals belong in `cause`, which only the log sees.
 */
export class DomainError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fixer: Fixer;
  readonly data: ErrorData;

  constructor(code: string, message: string, options: DomainErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = options.status;
    this.fixer = options.fixer ?? 'user';
    this.data = options.data ?? {};
  }
}

/** The thing does not exist, or not for this caller: both look the same from outside. */
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', `There is no such ${what}.`, { status: 404 });
}

/** The input breaks a rule; `errors` names each path and rule. */
export function badRequest(message: string, errors: readonly FieldError[] = []): DomainError {
  return new DomainError('BAD_REQUEST', message, { status: 400, data: { errors } });
}

/** The caller is known but may not do this. */
export function forbidden(message = 'Your role does not allow this.'): DomainError {
  return new DomainError('FORBIDDEN', message, { status: 403 });
}

/** A state conflict that the caller can read about and resolve. */
export function conflict(code: string, message: string, data: ErrorData = {}): DomainError {
  return new DomainError(code, message, { status: 409, data });
}

/** One fault in an input: where, and which rule. */
export interface FieldError {
  /** Path of the fault, `a.b.0`, empty for the whole input. */
  readonly path: string;
  readonly message: string;
}
