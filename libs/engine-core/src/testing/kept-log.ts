import { Logger, type LogMethod } from '@vance/observability';

/** A log that keeps the sentences of warnings and errors with their fields. */
export class KeptLog extends Logger {
  readonly lines: string[] = [];
  readonly trace: LogMethod = () => undefined;
  readonly debug = this.trace;
  readonly info = this.trace;
  readonly warn: LogMethod = (fields: object | string, message?: string) =>
    this.keep(fields, message);
  readonly error = this.warn;
  readonly fatal = this.warn;

  child(): Logger {
    return this;
  }

  private keep(fields: object | string, message?: string): void {
    this.lines.push(
      `${message ?? ''} ${typeof fields === 'string' ? fields : JSON.stringify(fields, spelled)}`,
    );
  }
}

/** Errors have nothing that JSON would write. */
function spelled(_key: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
