import { type DynamicModule, Module } from '@nestjs/common';
import { AppConfig } from '@vance/config';
import { createLogger } from './logging/create-logger';
import { Logger } from './logging/logger';
import { Metrics } from './metrics/metrics';

/** Offers the log and the metrics of one process. */
@Module({})
export class ObservabilityModule {
  /** @param service the process's part: brain, worker, combined */
  static forRoot(service: string): DynamicModule {
    return {
      module: ObservabilityModule,
      global: true,
      providers: [
        {
          provide: Logger,
          inject: [AppConfig],
          useFactory: (config: AppConfig) => createLogger({ level: config.logLevel, service }),
        },
        { provide: Metrics, useFactory: () => new Metrics(true) },
      ],
      exports: [Logger, Metrics],
    };
  }
}
