import 'reflect-metadata';
import { runServer } from '@vance/gateways';
import { assertRedis, required } from '@vance/runtime';
import { BrainModule } from './brain.module';

void runServer('brain', async (config) => {
  await assertRedis(required(config.redisUrl, 'REDIS_URL', 'redis://127.0.0.1:6379'));
  return BrainModule.forConfig(config);
});
