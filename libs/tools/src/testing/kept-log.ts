import type { Logger } from '@vance/observability';

/** A log that keeps the sentences of its errors and says nothing. */
export function keptLog(): { readonly log: Logger; readonly errors: string[] } {
  const errors: string[] = [];
  const quiet = (): void => undefined;
  const log: Logger = {
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (fields: object | string, message?: string) => {
      errors.push(message ?? String(fields));
    },
    fatal: quiet,
    child: () => log,
  };
  return { log, errors };
}
