import { choosePort } from '../run/ports';
import { ServerProcess, type ServerCommand } from '../run/server-process';

const startLimitMs = 20_000;

/** A running Redis. */
export interface RunningRedis {
  readonly url: string;
  readonly port: number;
  readonly process: ServerProcess;
}

/**
 * Runs Redis without any file: what it holds can be rebuilt from MongoDB, and files of one server
 * version cannot be read by another.
 *
 * @throws DomainError SERVICE_START_FAILED with the server's reason in one line
 */
export async function startRedis(binary: string, preferredPort?: number): Promise<RunningRedis> {
  const port = await choosePort(preferredPort);
  const process = await ServerProcess.start(redisCommand(binary, port), startLimitMs);
  return { url: `redis://127.0.0.1:${port}`, port, process };
}

function redisCommand(binary: string, port: number): ServerCommand {
  return {
    name: 'Redis',
    binary,
    args: [
      ...['--port', String(port)],
      ...['--bind', '127.0.0.1'],
      ...['--save', ''],
      ...['--appendonly', 'no'],
      ...['--maxmemory-policy', 'noeviction'],
    ],
    isReady: (line) => line.includes('Ready to accept connections'),
    explain: (lines) =>
      lines.some((line) => line.includes('in use')) ? 'its port is in use' : lines.at(-1),
  };
}
