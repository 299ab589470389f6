import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { findRedisServer } from '@vance/embedded';

/** A Redis that keeps nothing, which a test may kill and start again on the same port. */
export class RedisProcess {
  private constructor(
    private readonly binary: string,
    private readonly port: number,
    private child: ChildProcess,
  ) {}

  static async start(port: number): Promise<RedisProcess> {
    const binary = await findRedisServer();
    return new RedisProcess(binary, port, await launch(binary, port));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async kill9(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  /** Starts it again, empty. */
  async restart(): Promise<void> {
    this.child = await launch(this.binary, this.port);
  }
}

async function launch(binary: string, port: number): Promise<ChildProcess> {
  const options = [
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory-policy',
    'noeviction',
  ];
  const child = spawn(binary, ['--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (data: Buffer) => {
      if (data.includes('Ready to accept connections')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`redis ended at its start with ${code}`)));
  });
  return child;
}
