/** How deep causes are followed. */
const DEPTH = 4;

/** What a log may know of an error. Foreign fields (a client's request with its headers, say) are left out. */
export interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/** Describes anything that was thrown. */
export function describeError(thrown: unknown, depth = DEPTH): ErrorDescription {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: textOf(thrown) };
  const code = 'code' in thrown ? thrown.code : undefined;
  return {
    type: thrown.name,
    message: thrown.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(thrown.stack === undefined ? {} : { stack: thrown.stack }),
    ...(thrown.cause === undefined || depth <= 1
      ? {}
      : { cause: describeError(thrown.cause, depth - 1) }),
  };
}

/** Of a thrown value that is no error: text and numbers; an object's fields may be secrets. */
function textOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null ? 'an object was thrown' : String(thrown);
}
