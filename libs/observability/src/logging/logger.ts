/** One level of the log: fields first, then a sentence; or the sentence alone. */
export interface LogMethod {
  (fields: object, message?: string): void;
  (message: string): void;
}

/**
 * The structured log: one JSON line per call, without secrets. A fault of a request carries the correlation id
 * its caller was given, a line of a turn the ids of process and turn. A class, so that it is its own injection token; a pino logger stands behind it.
 */
export abstract class Logger {
  abstract readonly trace: LogMethod;
  abstract readonly debug: LogMethod;
  abstract readonly info: LogMethod;
  abstract readonly warn: LogMethod;
  abstract readonly error: LogMethod;
  abstract readonly fatal: LogMethod;
  /** A logger whose lines all carry these fields. */
  abstract child(fields: Readonly<Record<string, unknown>>): Logger;
}
