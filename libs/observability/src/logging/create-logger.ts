import pino from 'pino';
import { describeError } from './describe-error';
import type { Logger } from './logger';
import { REDACTED, scrub, secretFields } from './secrets';

export interface LoggerOptions {
  readonly level: string;
  /** The process's part, as a field of every line: brain, worker, combined. */
  readonly service: string;
  /** Where lines go; standard output when absent. */
  readonly destination?: { write(line: string): void };
}

/** The product's log. Fields that can hold secrets are redacted by name, texts that look like secrets by form. */
export function createLogger({ level, service, destination }: LoggerOptions): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: REDACTED },
    serializers: { err: describeError, error: describeError, cause: describeError },
    hooks: { streamWrite: scrub },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A secret's field at the top and up to three levels down. */
const redactedPaths = secretFields.flatMap((field) => {
  const key = /^\w+$/.test(field) ? field : `["${field}"]`;
  return ['', '*', '*.*', '*.*.*'].map((above) => join(above, key));
});

function join(above: string, key: string): string {
  if (above === '') return key;
  return key.startsWith('[') ? `${above}${key}` : `${above}.${key}`;
}
