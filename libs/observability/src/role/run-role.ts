import { loadConfig, type AppConfig } from '@vance/config';
import { startErrorLine } from './start-error';

/** Longest a shutdown may take: a worker's turns drain for up to 25 s, the rest is quick. */
const SHUTDOWN_MS = 35_000;

/** What a role has running, as far as its end needs it. */
export interface RunningRole {
  close(): Promise<void>;
}

/**
 * The whole life of a role's process: configuration, start, and an orderly end on SIGTERM or SIGINT with exit
 * code 0. What prevents the start is one line on stderr and exit code 1.
 */
export async function runRole(start: (config: AppConfig) => Promise<RunningRole>): Promise<void> {
  let config: AppConfig | undefined;
  try {
    config = loadConfig();
    endOnSignal(await start(config));
  } catch (error) {
    process.stderr.write(`${startErrorLine(error, config)}\n`);
    process.exit(1);
  }
}

function endOnSignal(role: RunningRole): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    role.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`the shutdown failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
