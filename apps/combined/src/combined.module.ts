import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '@vance/config';
import { Database } from '@vance/data';
import { GatewaysModule } from '@vance/gateways';
import { InlineTurnQueue, QueueModule } from '@vance/queue';
import { MemoryRealtime, RealtimeModule } from '@vance/realtime';
import { platformModules, SeedModule } from '@vance/runtime';
import { ThinkProcessModule, WorkerIdentity } from '@vance/think-process';
import { TurnWorkModule } from '@vance/worker-runtime';

/**
 * Brain and worker in one process, for `npm start`: a turn starts in the tick that wakes it, events reach the sockets
 * without leaving the process. The lane in the database still decides who works, so other brains and workers may
 * run beside it; they hear of each other through the database alone.
 */
@Module({})
export class CombinedModule {
  static forConfig(config: AppConfig): DynamicModule {
    const { workerConcurrency: concurrency, dataDir } = config;
    return {
      module: CombinedModule,
      imports: [
        ...platformModules('combined', config),
        QueueModule.inline(() => new InlineTurnQueue({ concurrency })),
        RealtimeModule.forRoot(() => new MemoryRealtime()),
        ThinkProcessModule.forCombined(() => WorkerIdentity.claim(dataDir)),
        TurnWorkModule,
        SeedModule,
        GatewaysModule.forRoot({
          inject: [Database],
          make: (database: Database) => [
            { name: 'mongodb', check: () => database.ping(), holdsRequests: true },
          ],
        }),
      ],
    };
  }
}
