import { Logger } from '@nestjs/common';
import {
  AuditRepository,
  InboxRepository,
  BrainRepository,
  ChatMessageRepository,
  ClientToolsRepository,
  type Database,
  EventLog,
  PlanRepository,
  type ProcessDocument,
  ProcessRepository,
  ProcessUpkeepRepository,
  SessionRepository,
  ToolCallRepository,
} from '@vance/data';
import { type TenantScope, tenantScope } from '@vance/kernel';
import type { TurnQueue } from '@vance/queue';
import { RecordingQueue } from '@vance/queue/testing';
import { MemoryRealtime, type Realtime } from '@vance/realtime';
import { ProcessCommands } from '../commands/process-commands';
import { HistoryCache } from '../history/history-cache';
import { MessageHistory } from '../history/message-history';
import { WorkerHints } from '../hints/worker-hints';
import { MessageIntake } from '../intake/message-intake';
import { Lanes } from '../lanes/lanes';
import { WorkerIdentity } from '../lanes/worker-identity';
import { Drainer } from '../projector/drainer';
import { Projector } from '../projector/projector';
import { SessionService } from '../sessions/session.service';
import { Sweeper } from '../sweeper/sweeper';
import { DirectStart } from '../wake/direct-start';
import { TurnWaker } from '../wake/turn-waker';
import { ProcessWriter } from '../writer/process-writer';

// What is warned of here is what the tests provoke.
Logger.overrideLogger(false);

/** One server process's parts over a shared database, wired as Nest wires them. */
export class Replica {
  private static readonly all: Replica[] = [];

  readonly processes: ProcessRepository;
  readonly upkeep: ProcessUpkeepRepository;
  readonly messages: ChatMessageRepository;
  readonly events: EventLog;
  readonly plans: PlanRepository;
  readonly clientTools: ClientToolsRepository;
  readonly brains: BrainRepository;
  readonly drainer: Drainer;
  readonly projector: Projector;
  readonly history: HistoryCache;
  readonly page: MessageHistory;
  readonly hints: WorkerHints;
  readonly writer: ProcessWriter;
  readonly waker: TurnWaker;
  readonly direct: DirectStart;
  readonly intake: MessageIntake;
  readonly commands: ProcessCommands;
  readonly sessions: SessionService;
  readonly lanes: Lanes;
  readonly sweeper: Sweeper;

  constructor(
    readonly database: Database,
    readonly queue: TurnQueue = new RecordingQueue(),
    readonly realtime: Realtime = new MemoryRealtime(),
    identity: WorkerIdentity = WorkerIdentity.fresh(),
  ) {
    this.processes = new ProcessRepository(database);
    this.upkeep = new ProcessUpkeepRepository(database);
    this.messages = new ChatMessageRepository(database);
    this.events = new EventLog(database);
    this.plans = new PlanRepository(database);
    this.clientTools = new ClientToolsRepository(database);
    this.brains = new BrainRepository(database);
    this.drainer = new Drainer(this.upkeep);
    this.projector = new Projector(
      this.events,
      this.messages,
      this.plans,
      new ToolCallRepository(database),
      new AuditRepository(database),
      new InboxRepository(database),
      realtime,
      this.drainer,
    );
    this.history = new HistoryCache(this.messages);
    this.page = new MessageHistory(this.messages);
    this.hints = new WorkerHints(realtime);
    this.writer = new ProcessWriter(this.processes, this.projector, this.history, this.hints);
    this.waker = new TurnWaker(queue);
    this.direct = new DirectStart();
    this.intake = new MessageIntake(
      this.processes,
      this.messages,
      this.writer,
      this.projector,
      this.waker,
      this.direct,
      this.drainer,
    );
    this.commands = new ProcessCommands(this.writer, this.hints, this.waker);
    this.sessions = new SessionService(
      new SessionRepository(database),
      this.processes,
      this.events,
      this.projector,
      this.commands,
      this.direct,
    );
    this.lanes = new Lanes(
      identity,
      this.processes,
      this.upkeep,
      realtime,
      this.waker,
      this.drainer,
      this.projector,
    );
    this.sweeper = new Sweeper(
      this.upkeep,
      this.projector,
      this.waker,
      realtime,
      this.brains,
      this.clientTools,
      this.events,
    );
    Replica.all.push(this);
  }

  /** Ends every replica's background work, removes the database and closes it. */
  static async closeAll(database: Database): Promise<void> {
    for (const replica of Replica.all.splice(0)) {
      replica.sweeper.stop();
      await replica.lanes.stopWatching();
      await replica.drainer.beforeApplicationShutdown();
    }
    await database.connection.dropDatabase();
    await database.close();
  }

  /** Ensures the indexes; call it once per database. */
  async prepare(): Promise<this> {
    await this.database.ensureIndexes();
    return this;
  }

  /** The process as stored; throws when there is none. */
  async read(processId: string, scope: TenantScope = acme): Promise<ProcessDocument> {
    const process = await this.processes.find(scope, processId);
    if (process === null) throw new Error(`no process ${processId}`);
    return process;
  }

  /** A session's chat process in tenant `acme`. */
  async chat(): Promise<ProcessDocument> {
    const { processes } = await this.sessions.create(acme, {
      project: 'demo',
      userId: 'usr_1',
      recipe: { name: 'default', engine: 'arthur' },
      profile: 'api',
    });
    const [process] = processes;
    if (process === undefined) throw new Error('a session without a process');
    return process;
  }

  /** Takes the lane as this replica's worker; throws when it does not get it. */
  async take(processId: string): Promise<ProcessDocument> {
    const process = await this.lanes.take({ tenantId: 'acme', processId, epoch: 0 });
    if (process === null) throw new Error(`lane of ${processId} not taken`);
    return process;
  }

  /** Every event of a session, in order. */
  async told(
    sessionId: string,
  ): Promise<readonly { readonly seq: number; readonly type: string }[]> {
    const rows = await this.events.range(acme, sessionId, 0, 10_000);
    return rows.flatMap((row) =>
      row.events.map((event, index) => ({ seq: row.seq + index, type: event.type })),
    );
  }
}

/** The tests' tenant. */
export const acme = tenantScope('acme');
