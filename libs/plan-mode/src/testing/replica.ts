import {
  AuditRepository,
  InboxRepository,
  ChatMessageRepository,
  Database,
  EventLog,
  PlanRepository,
  ProcessRepository,
  ProcessUpkeepRepository,
  ToolCallRepository,
  type HeldVersions,
  type ProcessDocument,
} from '@vance/data';
import { testProcess } from '@vance/data/testing';
import type { TenantScope } from '@vance/kernel';
import {
  proposePlan,
  startPlan,
  type GlobalPlanMode,
  type MoveResult,
  type PlanModeState,
} from '@vance/plan-core';
import { RecordingQueue } from '@vance/queue/testing';
import { MemoryRealtime } from '@vance/realtime';
import { Audit } from '@vance/tenancy';
import {
  Drainer,
  HistoryCache,
  ProcessWriter,
  Projector,
  TurnWaker,
  WorkerHints,
} from '@vance/think-process';
import { AgentModeService } from '../agent-mode.service';
import { PlanDecisionService } from '../plan-decision.service';
import { TodoService } from '../todo.service';

/** One replica of the product as far as plans go: a connection and services of its own. */
export class Replica {
  readonly queue = new RecordingQueue();
  readonly processes: ProcessRepository;
  readonly plans: PlanRepository;
  readonly messages: ChatMessageRepository;
  readonly events: EventLog;
  readonly writer: ProcessWriter;
  readonly drainer: Drainer;
  readonly audit: Audit;
  readonly decisions: PlanDecisionService;
  readonly todos: TodoService;
  readonly agentModes: AgentModeService;
  /** What counts of recipe and prompts. */
  held: HeldVersions | undefined;
  /** What the tenant's setting says. */
  planModeDefault: GlobalPlanMode = 'auto';

  private constructor(readonly database: Database) {
    this.processes = new ProcessRepository(database);
    this.plans = new PlanRepository(database);
    this.messages = new ChatMessageRepository(database);
    this.events = new EventLog(database);
    this.drainer = new Drainer(new ProcessUpkeepRepository(database));
    const realtime = new MemoryRealtime();
    const projector = new Projector(
      this.events,
      this.messages,
      this.plans,
      new ToolCallRepository(database),
      new AuditRepository(database),
      new InboxRepository(database),
      realtime,
      this.drainer,
    );
    this.writer = new ProcessWriter(
      this.processes,
      projector,
      new HistoryCache(this.messages),
      new WorkerHints(realtime),
    );
    this.audit = new Audit(new AuditRepository(database));
    this.decisions = new PlanDecisionService(
      this.writer,
      this.processes,
      this.plans,
      { current: () => Promise.resolve(this.held) },
      new TurnWaker(this.queue),
      this.audit,
    );
    this.todos = new TodoService(this.writer);
    const setting = { read: () => Promise.resolve({ planModeDefault: this.planModeDefault }) };
    this.agentModes = new AgentModeService(this.writer, setting);
  }

  static async connect(uri: string): Promise<Replica> {
    const replica = new Replica(await Database.connect({ uri }));
    await replica.database.ensureIndexes();
    return replica;
  }

  async close(): Promise<void> {
    await Promise.all([this.drainer.flush(), this.audit.beforeApplicationShutdown()]);
    await this.database.close();
  }

  /** Stores a process in the given state of its plan. */
  async store(scope: TenantScope, state: PlanModeState): Promise<ProcessDocument> {
    const process = processIn(scope, state);
    await this.processes.create(scope, process);
    return process;
  }
}

const processIn = ({ tenantId }: TenantScope, state: PlanModeState): ProcessDocument =>
  testProcess({ tenantId, userId: 'usr_owner', accepted: 5, ...state });

/** A process before its first plan. */
export const idleState: PlanModeState = {
  status: 'IDLE',
  mode: 'NORMAL',
  agentMode: 'build',
  plan: null,
  todos: [],
  approvedNo: 0,
};

/** A process that explores for a plan. */
export function draft(): PlanModeState {
  return held(startPlan(idleState, { planMode: 'auto' }));
}

/** A process whose user is asked to approve version 1 of three steps. */
export function planningState(): PlanModeState {
  return proposed(draft());
}

/** The next version, proposed on top. */
export function proposed(state: PlanModeState): PlanModeState {
  const todos = ['a', 'b', 'c'].map((id) => ({ id, content: `Do ${id}` }));
  return held(proposePlan(state, { plan: '# Plan', summary: 'A plan', todos, accepted: 5 }));
}

function held(result: MoveResult): PlanModeState {
  if (!result.ok) throw new Error(result.error.feedback);
  return result.value.move.state;
}
