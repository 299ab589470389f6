import { execFile } from 'node:child_process';

/** How a short-lived command ended. */
export interface CommandResult {
  /** Exit code 0 within the time limit. */
  readonly ok: boolean;
  readonly stdout: string;
  /** Why it failed, in one line; empty when `ok`. */
  readonly reason: string;
}

/** Runs a command to its end and never throws; after `timeoutMs` it is killed and counts as failed. */
export function runCommand(
  command: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 10_000_000 } as const;
    execFile(command, args, options, (error, stdout, stderr) => {
      const reason = error ? reasonFor(error, stderr, timeoutMs) : '';
      resolve({ ok: !error, stdout, reason });
    });
  });
}

function reasonFor(error: Failure, stderr: string, timeoutMs: number): string {
  if (error.code === 'ENOENT') return 'not found';
  if (error.code === 'EACCES') return 'not executable';
  if (error.killed) return `gave no answer within ${timeoutMs / 1000} s`;
  const said = stderr.trim().split('\n').at(-1);
  return (
    said || (error.signal ? `killed by ${error.signal}` : `ended with ${error.code ?? 'an error'}`)
  );
}

type Failure = Error & {
  code?: string | number | null;
  killed?: boolean;
  signal?: NodeJS.Signals | null;
};
