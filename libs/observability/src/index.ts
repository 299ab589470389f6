export { Logger, type LogMethod } from './logging/logger';
export { NestLogger } from './logging/nest-logger';
export { createLogger, type LoggerOptions } from './logging/create-logger';
export { scrub } from './logging/secrets';
export { Metrics } from './metrics/metrics';
export { ObservabilityModule } from './observability.module';
export { runRole, type RunningRole } from './role/run-role';
