import {
  type DynamicModule,
  Global,
  Module,
  type INestApplicationContext,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  Database,
  DataModule,
  ProcessRepository,
  ProcessUpkeepRepository,
  type ProcessDocument,
} from '@vance/data';
import { ConfigModule, loadConfig } from '@vance/config';
import { DocumentsModule } from '@vance/documents';
import { EgressModule } from '@vance/egress';
import { newId, tenantScope, type TenantScope } from '@vance/kernel';
import { LlmModule, ModelCatalogue } from '@vance/llm';
import { ScriptedProvider } from '@vance/llm/testing';
import { Logger, Metrics } from '@vance/observability';
import { PlanActions } from '@vance/plan-mode';
import { QueueModule } from '@vance/queue';
import { RecordingQueue } from '@vance/queue/testing';
import { MemoryRealtime, RealtimeModule } from '@vance/realtime';
import { Lanes, ThinkProcessModule, WorkerIdentity } from '@vance/think-process';
import { TenancyModule } from '@vance/tenancy';
import { ToolsModule } from '@vance/tools';
import { loopProviders } from '../engine-core.module';
import { AuditSink } from '../turn/audit-sink';
import { DocumentSources } from '../turn/document-sources';
import { RealWaiting, Waiting } from '../turn/waiting';
import { TurnRunner } from '../turn/turn-runner';
import { TurnSources } from '../turn/turn-sources';
import { EngineChat } from './engine-chat';
import { FakeSources, KeptAudit } from './fake-sources';
import { KeptLog } from './kept-log';

const KEY = Buffer.alloc(32, 9).toString('base64');

/**
 * An engine on a real database with a scripted model: everything but the queue, which the test turns by hand,
 * and the tenants' documents, which are in memory. Nothing here waits for time.
 */
export class EngineWorld {
  readonly scope: TenantScope = tenantScope(newId('usr'));

  private constructor(
    readonly app: INestApplicationContext,
    readonly model: ScriptedProvider,
    readonly sources: FakeSources,
    readonly audit: KeptAudit,
    readonly log: KeptLog,
    private readonly queue: RecordingQueue,
    private readonly realtime: MemoryRealtime,
  ) {}

  /** @param engines modules of the engines under test */
  static async open(options: {
    readonly mongoUri: string;
    readonly dataDir: string;
    readonly engines: readonly Type[];
    /** Reads recipes, prompts and settings of the database, as the product does, instead of `sources`. */
    readonly documents?: true;
    /** Modules beside it, for example budgets. */
    readonly more?: readonly DynamicModule[];
    /** How a turn waits. */
    readonly waiting?: Waiting;
  }): Promise<EngineWorld> {
    const model = new ScriptedProvider([], 'scripted');
    const [sources, audit, log] = [new FakeSources(), new KeptAudit(), new KeptLog()];
    const [queue, realtime] = [new RecordingQueue(), new MemoryRealtime()];
    const catalogue = new ModelCatalogue({
      models: {},
      aliases: { 'default:chat': 'scripted:model' },
    });

    @Global()
    @Module({
      imports: [DiscoveryModule],
      providers: [
        { provide: Logger, useValue: log },
        { provide: Metrics, useValue: new Metrics() },
        options.documents
          ? { provide: TurnSources, useClass: DocumentSources }
          : { provide: TurnSources, useValue: sources },
        { provide: AuditSink, useValue: audit },
        { provide: Waiting, useValue: options.waiting ?? new RealWaiting() },
        PlanActions,
        ...loopProviders,
      ],
      exports: [Logger, Metrics, TurnRunner],
    })
    class LoopModule {}

    const app = await Test.createTestingModule({
      imports: [
        DataModule.forDatabase(() => Database.connect({ uri: options.mongoUri })),
        RealtimeModule.forRoot(() => realtime),
        QueueModule.producer(() => queue),
        ThinkProcessModule.forWorker(() => Promise.resolve(WorkerIdentity.fresh())),
        LlmModule.forRoot({
          catalogue,
          providers: [model],
          gateway: { sleep: () => Promise.resolve(undefined) },
        }),
        ToolsModule.forRoot({
          workspace: { dataDir: options.dataDir, mounts: [] },
          withoutDocuments: true,
        }),
        ...(options.documents
          ? [
              ConfigModule.forRoot(loadConfig({ VANCE_MASTER_KEY: KEY })),
              EgressModule.forRoot({ allow: [] }),
              TenancyModule,
              DocumentsModule,
            ]
          : []),
        LoopModule,
        ...(options.more ?? []),
        ...options.engines,
      ],
    }).compile();
    await app.init();
    await app.get(Lanes).start();
    return new EngineWorld(app, model, sources, audit, log, queue, realtime);
  }

  /** A chat of a fresh process, with everything its clients would hear. */
  async chat(engine: string, more: Partial<ProcessDocument> = {}): Promise<EngineChat> {
    return EngineChat.open(this, this.realtime, engine, more);
  }

  /** Runs jobs until none is left. */
  async run(): Promise<void> {
    const runner = this.app.get(TurnRunner);
    for (let job = this.queue.jobs.shift(); job; job = this.queue.jobs.shift())
      await runner.run(job);
  }

  /** The lane's holder is dead: its lease has run out, and the sweeper has found the process. */
  async recover(process: ProcessDocument): Promise<void> {
    await this.app.get(ProcessUpkeepRepository).expireLanesOf(process.lane.workerId ?? '');
    this.queue.jobs.push({
      tenantId: process.tenantId,
      processId: process._id,
      epoch: process.lane.epoch,
      recovery: true,
    });
  }

  async process(processId: string): Promise<ProcessDocument> {
    const process = await this.app.get(ProcessRepository).find(this.scope, processId);
    if (!process) throw new Error(`no process ${processId}`);
    return process;
  }

  async close(): Promise<void> {
    await this.app.get(Lanes).stopWatching();
    await this.app.get(Database).connection.dropDatabase();
    await this.app.close();
  }
}
