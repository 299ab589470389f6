import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger';

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'trace';

/** Nest's log on ours. A message may be text, or fields with their text in `msg`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** Nest tells each module and route it maps: of no use to an operator. */
  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const context = rest.at(-1);
    // A failed start: Nest throws it too, and whoever starts the process tells it in one line.
    if (context === 'ExceptionHandler') return;
    const fields = typeof context === 'string' ? { context } : {};
    if (message instanceof Error) this.logger[level]({ ...fields, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) {
      const { msg, ...more } = { msg: '', ...message };
      this.logger[level]({ ...fields, ...more }, String(msg));
    } else this.logger[level](fields, String(message));
  }
}
