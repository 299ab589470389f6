import { once } from 'node:events';
import type { Server } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AppConfig } from '@vance/config';
import { createLogger, NestLogger, runRole } from '@vance/observability';
import { httpAdapter, setUpHttp } from '../http/setup';

/**
 * The life of a role that serves (see `runRole`).
 * @param role stands in every log line
 * @param moduleOf the application; connects to its services while it is made
 */
export const runServer = (
  role: string,
  moduleOf: (config: AppConfig) => Promise<DynamicModule>,
): Promise<void> => runRole(async (config) => startServer(role, config, await moduleOf(config)));

/** Makes the application and listens. */
export async function startServer(
  role: string,
  config: AppConfig,
  module: DynamicModule,
): Promise<NestExpressApplication> {
  const logger = createLogger({ level: config.logLevel, service: role });
  const app = await NestFactory.create<NestExpressApplication>(module, httpAdapter(), {
    abortOnError: false,
    bodyParser: false,
    forceCloseConnections: true,
    logger: new NestLogger(logger),
  });
  setUpHttp(app, config);
  try {
    await app.init();
    await listen(app.getHttpServer(), config);
    logger.info({ host: config.host, port: config.port }, 'listening');
  } catch (error) {
    await app.close().catch(() => undefined);
    throw error;
  }
  return app;
}

/** Not Nest's `listen`, which tells the log of a port in use beside throwing it. */
async function listen(server: Server, { port, host }: AppConfig): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}
