import { startFault } from '../embedded.errors';
import { spawnGuarded, type GuardedChild } from './guarded-spawn';
import { LineTail } from './line-tail';
import { within } from './within';

/** How to run one server binary. */
export interface ServerCommand {
  /** For messages, e.g. `MongoDB`. */
  readonly name: string;
  readonly binary: string;
  readonly args: readonly string[];
  /** True for the output line that says the server accepts connections. */
  readonly isReady: (line: string) => boolean;
  /** One line on why it ended, from its last output lines; undefined if they do not tell. */
  readonly explain: (lines: readonly string[]) => string | undefined;
}

/** A running server that dies with this process. */
export class ServerProcess {
  readonly #child: GuardedChild;
  readonly #output: LineTail;
  readonly #ready: Promise<void>;
  /** Resolves with a one-line reason when the process has ended, however that came. */
  readonly ended: Promise<string>;
  #stopping = false;

  private constructor(private readonly command: ServerCommand) {
    this.#child = spawnGuarded(command.binary, command.args);
    let markReady: () => void = () => undefined;
    this.#ready = new Promise((resolve) => (markReady = resolve));
    this.#output = new LineTail(
      (line) => {
        if (command.isReady(line)) markReady();
      },
      this.#child.stdout,
      this.#child.stderr,
    );
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      // "close" comes after the last output line, "exit" may come before it.
      this.#child.once('close', (code, signal) => resolve(this.#whyEnded(code, signal)));
    });
  }

  /**
   * Starts the server and waits until it accepts connections.
   *
   * @throws DomainError SERVICE_START_FAILED with the server's own reason
   */
  static async start(command: ServerCommand, limitMs: number): Promise<ServerProcess> {
    const server = new ServerProcess(command);
    const early = server.ended.then((reason) => {
      throw startFault('SERVICE_START_FAILED', `${command.name} did not start: ${reason}`, {
        output: server.#output.lines.slice(-20),
      });
    });
    try {
      await within(limitMs, `the start of ${command.name}`, Promise.race([server.#ready, early]));
    } catch (error) {
      await server.stop();
      throw error;
    }
    early.catch(() => undefined);
    return server;
  }

  get name(): string {
    return this.command.name;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** True once {@link stop} was called: an end after that is no loss. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /** Asks the server to end, kills it after `graceMs`, and waits until it is gone. */
  async stop(graceMs = 15_000): Promise<void> {
    this.#stopping = true;
    this.#child.kill('SIGTERM');
    await within(graceMs, 'the stop', this.ended).catch(() => this.#child.kill('SIGKILL'));
    await this.ended;
  }

  #whyEnded(code: number | null, signal: NodeJS.Signals | null): string {
    // Its output knows nothing of who kills it.
    if (signal === 'SIGKILL' || signal === 'SIGTERM') return `killed by ${signal}`;
    const how = signal ? `killed by ${signal}` : `ended with code ${code}`;
    return this.command.explain(this.#output.lines) ?? how;
  }
}
