import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FailpointName } from '@vance/kernel';
import type { FailpointAction, FailpointCommand, FailpointReport } from '@vance/testing';

const ROOT = join(__dirname, '../../../..');
const PRELOAD = join(ROOT, 'libs/testing/dist/failpoints/preload.js');

/** The product drains up to 25 s; what is alive after this hangs. */
const DRAIN_MS = 30_000;

/** Characters of its output that are kept: all of a test file's, also where it says much. */
const KEPT = 2_000_000;
/** Of these, what an error shows. */
const SHOWN = 20_000;

export type RoleName = 'brain' | 'worker' | 'combined';

/** One real process of the product, started from its build, whose failpoints a test may arm. */
export class RoleProcess {
  private readonly reports: FailpointReport[] = [];
  private readonly waiting: (() => void)[] = [];
  log = '';

  private constructor(
    readonly role: RoleName,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        this.log = (this.log + data.toString('utf8')).slice(-KEPT);
        this.wake();
      });
    }
    child.on('message', (message) => {
      this.reports.push(message as FailpointReport);
      this.wake();
    });
    child.once('exit', () => this.wake());
  }

  /** Resolves when the process hears failpoint commands; whether it serves yet is the caller's to see. */
  static async start(role: RoleName, env: Readonly<Record<string, string>>): Promise<RoleProcess> {
    const child = fork(join(ROOT, `apps/${role}/dist/main.js`), [], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      execArgv: ['--require', PRELOAD],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const started = new RoleProcess(role, child);
    await started.until((report) => report.failpoint === 'ready', 'the failpoint hook');
    return started;
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when the process has logged this. */
  async logged(text: string): Promise<void> {
    while (!this.log.includes(text)) await this.next(`the log line "${text}"`);
  }

  /** Arms a failpoint; resolves when the process has heard it. */
  async arm(
    name: FailpointName,
    action: FailpointAction,
    { nth = 1, key }: { nth?: number; key?: string } = {},
  ): Promise<void> {
    this.send({ failpoint: 'arm', name, action, nth, key });
    await this.until(
      (report) => report.failpoint === 'armed' && report.name === name,
      `${name} armed`,
    );
  }

  /** Resolves when the armed failpoint was reached. */
  async hit(name: FailpointName): Promise<void> {
    await this.until(
      (report) => report.failpoint === 'hit' && report.name === name,
      `failpoint ${name}`,
    );
  }

  release(name: FailpointName): void {
    this.send({ failpoint: 'release', name });
  }

  /** Waits for a process that a failpoint kills. */
  async gone(): Promise<void> {
    if (this.alive) await once(this.child, 'exit');
  }

  async kill9(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.gone();
  }

  /** Asks the process to end; answers its exit code, `null` for one that had to be killed. */
  async stop(): Promise<number | null> {
    if (this.alive) {
      this.child.kill('SIGCONT');
      this.child.kill('SIGTERM');
      const late = setTimeout(() => this.child.kill('SIGKILL'), DRAIN_MS);
      await this.gone();
      clearTimeout(late);
    }
    return this.child.exitCode;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  private send(command: FailpointCommand): void {
    this.child.send(command);
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }

  // A report counts once, so that the same point may be armed and awaited again.
  private async until(test: (report: FailpointReport) => boolean, what: string): Promise<void> {
    for (;;) {
      const at = this.reports.findIndex(test);
      if (at >= 0) {
        this.reports.splice(at, 1);
        return;
      }
      await this.next(what);
    }
  }

  /** Resolves at the next sign of the process: a report, a line, its end. */
  private async next(what: string): Promise<void> {
    if (!this.alive)
      throw new Error(
        `the ${this.role} ended while waiting for ${what}:\n${this.log.slice(-SHOWN)}`,
      );
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
