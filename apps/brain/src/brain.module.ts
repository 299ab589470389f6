import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '@vance/config';
import { Database } from '@vance/data';
import { GatewaysModule } from '@vance/gateways';
import { BullTurnQueue, QueueModule } from '@vance/queue';
import { RealtimeModule, RedisRealtime } from '@vance/realtime';
import { platformModules, redisTrouble, required, SeedModule } from '@vance/runtime';
import { ThinkProcessModule } from '@vance/think-process';

/** A brain: REST and sockets. Turns are jobs that a worker does. */
@Module({})
export class BrainModule {
  static forConfig(config: AppConfig): DynamicModule {
    const redisUrl = required(config.redisUrl, 'REDIS_URL', 'redis://127.0.0.1:6379');
    const queue = new BullTurnQueue({ redisUrl, onError: redisTrouble('queue') });
    return {
      module: BrainModule,
      imports: [
        ...platformModules('brain', config),
        QueueModule.producer(() => queue),
        RealtimeModule.forRoot(
          () => new RedisRealtime({ url: redisUrl, onError: redisTrouble('realtime') }),
        ),
        ThinkProcessModule.forBrain(),
        SeedModule,
        GatewaysModule.forRoot({
          inject: [Database],
          make: (database: Database) => [
            { name: 'mongodb', check: () => database.ping(), holdsRequests: true },
            { name: 'redis', check: () => connected(queue) },
          ],
        }),
      ],
    };
  }
}

async function connected(queue: BullTurnQueue): Promise<void> {
  if (!queue.isConnected()) throw new Error('no connection');
  await Promise.resolve();
}
