import { isDatabaseAway } from '@vance/data';
import { DomainError } from '@vance/kernel';
import type { WsErrorBody } from '@vance/protocol';
import { unavailable } from '../readiness/unavailable';

/** The one place that turns an error into the socket's wire shape. `fault`: ours, for the log. */
export function toWireError(error: unknown): {
  readonly body: WsErrorBody;
  readonly fault?: unknown;
} {
  if (error instanceof DomainError) {
    const { code, message, data } = error;
    return {
      body: Object.keys(data).length > 0 ? { code, message, details: data } : { code, message },
      ...(error.status >= 500 ? { fault: error } : {}),
    };
  }
  if (isDatabaseAway(error)) return { ...toWireError(unavailable(['mongodb'])), fault: error };
  return { body: { code: 'INTERNAL', message: 'Something went wrong on our side.' }, fault: error };
}
