import { BSON } from 'mongodb';
import { DomainError } from '@vance/kernel';
import type { InboxMessage, OutboxEntry } from './process-document';

/** What one process may hold at a time; more gets 429. `recent` (128) covers inbox and outbox together. */
export const processLimits = {
  inboxMessages: 50,
  inboxBytes: 1_048_576,
  outboxEntries: 64,
  outboxBytes: 524_288,
  recentMessages: 128,
  retryAfterSeconds: 2,
} as const;

/** Refuses a message that the process has no room for. */
export function assertRoom(
  process: { readonly inbox: readonly InboxMessage[]; readonly outbox: readonly OutboxEntry[] },
  content: string,
): void {
  const { inbox, outbox } = process;
  const full =
    inbox.length >= processLimits.inboxMessages ||
    outbox.length >= processLimits.outboxEntries ||
    bytesOfInbox(inbox) + content.length > processLimits.inboxBytes ||
    (outbox.length > 0 && bytesOf(outbox) + content.length > processLimits.outboxBytes);
  if (full) throw processBusy();
}

/** The process has too much waiting; trying again a little later helps. */
function processBusy(): DomainError {
  return new DomainError('PROCESS_BUSY', 'Too many messages wait in this process.', {
    status: 429,
    data: { retryAfterSeconds: processLimits.retryAfterSeconds },
  });
}

function bytesOfInbox(inbox: readonly InboxMessage[]): number {
  let bytes = 0;
  for (const message of inbox) bytes += message.content.length;
  return bytes;
}

function bytesOf(outbox: readonly OutboxEntry[]): number {
  return BSON.calculateObjectSize({ outbox });
}
