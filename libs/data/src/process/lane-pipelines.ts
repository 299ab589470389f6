import type { Document } from 'mongodb';
import type { InboxMessage, OutboxEntry, RecentMessage } from './process-document';
import { processLimits } from './process-limits';

/** How long a lane stands without renewal (4.2). */
export const LEASE_SECONDS = 15;

/** Statuses in which a process may be worked on. */
export const RUNNABLE = ['INIT', 'IDLE', 'BLOCKED', 'RUNNING', 'SUSPENDED'] as const;

/** Statuses of a process that is not closed. */
export const LIVE = [...RUNNABLE, 'PAUSED'] as const;

/** Statuses of a process that nothing keeps busy and that a message may set to work. */
export const RESTING = ['INIT', 'IDLE', 'BLOCKED', 'SUSPENDED'] as const;

/** The lease's end, by the database's clock. */
export const leaseEnd: Document = {
  $dateAdd: { startDate: '$$NOW', unit: 'second', amount: LEASE_SECONDS },
};

/** No holder, or one whose lease has run out by the database's clock. */
export const laneFree: Document = {
  $or: [{ 'lane.workerId': null }, { $expr: { $lt: ['$lane.expiresAt', '$$NOW'] } }],
};

/** Something to do: a message waits or a turn is open. */
export const hasWork: Document = {
  $or: [{ 'inbox.0': { $exists: true } }, { turn: { $exists: true } }],
};

/** Who takes, and the ids the take needs. */
export interface TakeNames {
  readonly workerId: string;
  readonly turnId: string;
  /** Names the entry that tells of the status; absent where another entry of the same write tells it. */
  readonly entryId?: string;
  /** Entries whose rows are stored: they leave the outbox with the take. */
  readonly projected: readonly string[];
}

const turnIsOpen: Document = { $ne: [{ $type: '$turn' }, 'missing'] };
const statusMoves: Document = { $ne: ['$status', 'RUNNING'] };

/**
 * The take: lane and status, and either a new turn over all that waits or one more attempt of the open
 * one. A pipeline, since it copies parts of the document and reads the database's clock; it contains
 * ids of our own making only.
 */
export function takePipeline(names: TakeNames): Document[] {
  return [
    {
      $set: {
        lane: {
          workerId: { $literal: names.workerId },
          epoch: { $add: ['$lane.epoch', 1] },
          expiresAt: leaseEnd,
        },
        version: { $add: ['$version', 1] },
        dueAt: { $ifNull: ['$dueAt', '$$NOW'] },
        'hist.n': {
          $cond: [turnIsOpen, '$hist.n', { $add: ['$hist.n', { $size: '$inbox' }] }],
        },
        turn: {
          $cond: [
            turnIsOpen,
            { $mergeObjects: ['$turn', { attempts: { $add: ['$turn.attempts', 1] } }] },
            newTurn(names.turnId),
          ],
        },
        run: { $cond: [turnIsOpen, '$run', newRun] },
        outbox: outboxAfter(names),
        status: 'RUNNING',
      },
    },
    { $unset: 'waitingFor' },
  ];
}

function outboxAfter({ projected, entryId }: TakeNames): Document | string {
  const kept = without(projected);
  if (entryId === undefined) return kept;
  return { $cond: [statusMoves, { $concatArrays: [kept, [runningEntry(entryId)]] }, kept] };
}

/**
 * A message comes in, as the first stage of a write that takes the lane as well. What it carries is literal:
 * no word of a user is ever read as an expression.
 */
export function acceptStage(
  message: InboxMessage,
  recent: RecentMessage,
  entry: OutboxEntry,
): Document {
  return {
    $set: {
      inbox: { $concatArrays: ['$inbox', [{ $literal: message }]] },
      recent: {
        $slice: [
          { $concatArrays: ['$recent', [{ $literal: recent }]] },
          -processLimits.recentMessages,
        ],
      },
      accepted: { $add: ['$accepted', 1] },
      dueAt: { $ifNull: ['$dueAt', '$$NOW'] },
      outbox: { $concatArrays: ['$outbox', [{ $literal: entry }]] },
    },
  };
}

function newTurn(turnId: string): Document {
  return {
    id: { $literal: turnId },
    taken: '$inbox.id',
    firstN: { $add: ['$hist.n', 1] },
    attempts: 1,
    iteration: 0,
    corrections: 0,
    startedAt: '$$NOW',
    startedMode: '$mode',
    firstStep: 0,
    spoke: false,
  };
}

const newRun: Document = {
  continuations: 0,
  silentTurns: 0,
  firstN: { $add: ['$hist.n', 1] },
  messages: {
    $map: {
      input: '$inbox',
      as: 'message',
      in: {
        no: '$$message.no',
        id: '$$message.id',
        kind: '$$message.kind',
        userId: '$$message.userId',
        content: '$$message.content',
        seenPlanVersion: '$$message.seenPlanVersion',
      },
    },
  },
  steps: [],
};

function runningEntry(entryId: string): Document {
  return {
    id: { $literal: entryId },
    at: '$$NOW',
    events: [{ type: 'process-progress', status: 'RUNNING', statusTag: 'running' }],
    messages: [],
    plans: [],
    calls: [],
  };
}

/** Gives a lane back unfinished: the attempt was no crash, so it does not count. */
export const releasePipeline: Document[] = [
  {
    $set: {
      'lane.workerId': null,
      dueAt: '$$NOW',
      turn: {
        $cond: [
          turnIsOpen,
          {
            $mergeObjects: [
              '$turn',
              { attempts: { $max: [0, { $subtract: ['$turn.attempts', 1] }] } },
            ],
          },
          '$$REMOVE',
        ],
      },
    },
  },
];

/** The outbox less the entries named. */
function without(entryIds: readonly string[]): Document | string {
  if (entryIds.length === 0) return '$outbox';
  return {
    $filter: {
      input: '$outbox',
      as: 'entry',
      cond: { $not: [{ $in: ['$$entry.id', { $literal: entryIds }] }] },
    },
  };
}

/** Takes projected entries out, and the due date with them when nothing is left to do. */
export function drainPipeline(entryIds: readonly string[]): Document[] {
  const nothingToRun: Document = {
    $or: [
      { $in: ['$status', ['PAUSED', 'CLOSED']] },
      {
        $and: [{ $eq: [{ $size: '$inbox' }, 0] }, { $eq: [{ $type: '$turn' }, 'missing'] }],
      },
    ],
  };
  return [
    { $set: { outbox: without(entryIds) } },
    {
      $set: {
        dueAt: {
          $cond: [
            { $and: [{ $eq: ['$outbox', []] }, nothingToRun] },
            '$$REMOVE',
            { $ifNull: ['$dueAt', '$$REMOVE'] },
          ],
        },
      },
    },
  ];
}
