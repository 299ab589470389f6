import type { InboxItemRow, ProcessDocument } from '@vance/data';
import type { ItemChange } from '@vance/plan-core';
import { PLAN_APPROVAL, type EventDraft, type InboxAnswer, type InboxItem } from '@vance/protocol';

/** What the inbox items of a move become: rows, and the events that tell of them. */
export function inboxRows(
  process: Pick<ProcessDocument, '_id' | 'sessionId' | 'project'>,
  changes: readonly ItemChange[],
): { readonly rows: readonly InboxItemRow[]; readonly events: readonly EventDraft[] } {
  const made = changes.map((change) => rowAndEvent(process, change));
  return { rows: made.map(({ row }) => row), events: made.map(({ event }) => event) };
}

function rowAndEvent(
  { _id: processId, sessionId, project }: Pick<ProcessDocument, '_id' | 'sessionId' | 'project'>,
  change: ItemChange,
): { readonly row: InboxItemRow; readonly event: EventDraft } {
  const { item, planVersion, planHash, summary } = change;
  const { itemId, assignedTo, createdAt } = item;
  const view: Omit<InboxItem, 'status' | 'payload'> = {
    ...{ itemId, type: 'APPROVAL', tags: [PLAN_APPROVAL], assignedTo },
    title: `Plan version ${planVersion}: ${summary}`,
    ...{ project, sessionId, processId, createdAt },
  };
  const payload = { planVersion, planHash, summary };
  switch (change.kind) {
    case 'added': {
      const added: InboxItem = {
        ...view,
        status: 'PENDING',
        payload: { ...payload, plan: change.plan },
      };
      return {
        row: { kind: 'added', item: added },
        event: { type: 'inbox-item-added', item: added },
      };
    }
    case 'answered': {
      const answer = answerOf(change.decision);
      return {
        row: { kind: 'closed', itemId, status: 'ANSWERED', answer },
        event: {
          type: 'inbox-item-updated',
          item: { ...view, status: 'ANSWERED', payload, answer },
        },
      };
    }
    case 'dismissed':
      return {
        row: { kind: 'closed', itemId, status: 'DISMISSED' },
        event: { type: 'inbox-item-updated', item: { ...view, status: 'DISMISSED', payload } },
      };
  }
}

function answerOf({
  verdict,
  comment,
  decidedBy,
  at,
}: Extract<ItemChange, { kind: 'answered' }>['decision']): InboxAnswer {
  const value = { approved: verdict === 'approve', ...(comment === undefined ? {} : { comment }) };
  return { outcome: 'DECIDED', value, by: decidedBy, at };
}
