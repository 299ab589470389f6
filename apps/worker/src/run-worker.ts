import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AppConfig } from '@vance/config';
import { createLogger, NestLogger, runRole } from '@vance/observability';
import { assertRedis, required } from '@vance/runtime';
import { WorkerModule } from './worker.module';

/** The life of a worker (see `runRole`). */
export const runWorker = (): Promise<void> =>
  runRole(async (config) => {
    await assertRedis(required(config.redisUrl, 'REDIS_URL', 'redis://127.0.0.1:6379'));
    return startWorker(config);
  });
async function startWorker(config: AppConfig): Promise<INestApplicationContext> {
  const logger = createLogger({ level: config.logLevel, service: 'worker' });
  const app = await NestFactory.createApplicationContext(WorkerModule.forConfig(config), {
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  logger.info({ concurrency: config.workerConcurrency }, 'the worker works');
  return app;
}
