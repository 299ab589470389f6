import { Schema } from 'mongoose';
import { LIVE } from './lane-pipelines';
import type { ProcessDocument } from './process-document';

const text = { type: String, required: true };
const count = { type: Number, required: true };
const free = { type: Schema.Types.Mixed };

/** `processes`: the parts below the first level are typed by `ProcessDocument`; only `libs/data` writes them. */
export const processSchema = new Schema<ProcessDocument>(
  {
    _id: text,
    tenantId: text,
    project: text,
    sessionId: text,
    userId: text,
    name: text,
    engine: text,
    recipe: text,
    profile: text,
    language: String,
    parentProcessId: String,
    createdAt: { type: Date, required: true },
    version: count,
    accepted: count,
    status: text,
    waitingFor: String,
    mode: text,
    agentMode: text,
    plan: free,
    todos: [free],
    switchedFrom: String,
    approvedNo: count,
    lane: free,
    dueAt: Date,
    halt: free,
    pausedFrom: free,
    hist: free,
    inbox: [free],
    recent: [free],
    turn: free,
    run: free,
    outbox: [free],
    clientTools: [free],
    closeReason: String,
    pinned: free,
    writes: [String],
  },
  { collection: 'processes' },
);

// The sweeper: what is due, oldest first. Only processes with something to do are in it.
processSchema.index({ dueAt: 1 }, { sparse: true });
// session-open: the processes of a session.
processSchema.index({ tenantId: 1, sessionId: 1 });
// The sweeper: tool sets of a brain that is gone. Few processes have any.
processSchema.index(
  { 'clientTools.brainId': 1 },
  { partialFilterExpression: { 'clientTools.brainId': { $exists: true } } },
);
// How many live processes a tenant has. Changes of status among them leave it alone.
processSchema.index({ tenantId: 1 }, { partialFilterExpression: { status: { $in: [...LIVE] } } });
