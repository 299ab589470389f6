import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '@vance/config';
import { BullTurnConsumer, BullTurnQueue, QueueModule } from '@vance/queue';
import { RealtimeModule, RedisRealtime } from '@vance/realtime';
import { platformModules, redisTrouble, required } from '@vance/runtime';
import { ThinkProcessModule, WorkerIdentity } from '@vance/think-process';
import { TurnWorkModule } from '@vance/worker-runtime';

/** A worker: does turns, sweeps. It serves nobody over the network. */
@Module({})
export class WorkerModule {
  static forConfig(config: AppConfig): DynamicModule {
    const redisUrl = required(config.redisUrl, 'REDIS_URL', 'redis://127.0.0.1:6379');
    const onError = redisTrouble('queue');
    return {
      module: WorkerModule,
      imports: [
        ...platformModules('worker', config),
        QueueModule.both(
          () => new BullTurnQueue({ redisUrl, onError }),
          () => new BullTurnConsumer({ redisUrl, onError, concurrency: config.workerConcurrency }),
        ),
        RealtimeModule.forRoot(
          () => new RedisRealtime({ url: redisUrl, onError: redisTrouble('realtime') }),
        ),
        ThinkProcessModule.forWorker(() => WorkerIdentity.claim(config.dataDir)),
        TurnWorkModule,
      ],
    };
  }
}
