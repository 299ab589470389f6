export { ThinkProcessModule } from './think-process.module';
export {
  ProcessWriter,
  type LaneRef,
  type WriteDecision,
  type WriteOptions,
  type WriteOutcome,
} from './writer/process-writer';
export { buildEntry, chatEvent, type BuiltEntry, type EntryExtra } from './writer/build-entry';
export { Projector, type Projectable, type ProjectedRow } from './projector/projector';
export { DirectStart, type DirectStarter, type DirectTurn } from './wake/direct-start';
export { WorkerHints } from './hints/worker-hints';
export { Drainer } from './projector/drainer';
export {
  MessageIntake,
  messageIdOf,
  type Acceptance,
  type IncomingMessage,
} from './intake/message-intake';
export { Lanes, type LaneHold } from './lanes/lanes';
export { LaneEnded, type LaneEnd } from './lanes/lane-ended';
export { WorkerIdentity } from './lanes/worker-identity';
export { ProcessCommands } from './commands/process-commands';
export {
  SessionService,
  toSessionView,
  type NewSession,
  type MadeSession,
  type OpenedSession,
  type SessionOwner,
} from './sessions/session.service';
export { Sweeper } from './sweeper/sweeper';
export { BrainPresence } from './sweeper/brain-presence';
export { TurnWaker, hasWork } from './wake/turn-waker';
export { HistoryCache } from './history/history-cache';
export { MessageHistory, type HistoryPageView, type HistoryQuery } from './history/message-history';
export { toSnapshot } from './snapshot';
