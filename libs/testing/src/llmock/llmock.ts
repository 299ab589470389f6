import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

/** What is to go wrong with the questions to come, in llmock's words: `{type: 'fail', status: 429, times: 2}`. */
export type LlmockBehavior = Readonly<Record<string, unknown>> & { readonly type: string };

/** What llmock holds against a client. */
export interface LlmockFinding {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly title: string;
}

/** A question as llmock has seen it. */
export interface LlmockRequest {
  readonly path: string;
  readonly status: number;
  readonly fault: string | null;
  readonly completed: boolean;
}

/** Whether llmock is there, as `npm test` says; `required` in CI, where its absence is a failure. */
export function llmockInstalled(): boolean {
  if (process.env['VANCE_TEST_LLMOCK']) return true;
  if (process.env['VANCE_TEST_LLMOCK_REQUIRED'])
    throw new Error('llmock is required, and not installed');
  return false;
}

/**
 * A running llmock: somebody else's server of model APIs that breaks on demand, watches what a client makes of it, and
 * judges it. Speaks OpenAI's two protocols and Gemini's.
 */
export class Llmock {
  private constructor(
    private readonly root: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts one; `options` are those of `llmock serve`. */
  static async start(...options: readonly string[]): Promise<Llmock> {
    const { VANCE_TEST_LLMOCK: folder, VANCE_TEST_LLMOCK_PYTHON: python = 'python3' } = process.env;
    const port = await freePort();
    const args = ['-m', 'llmock.cli', 'serve', '--port', String(port), ...options];
    const child = spawn(python, args, {
      env: { PATH: process.env['PATH'], PYTHONPATH: folder, PYTHONUNBUFFERED: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const llmock = new Llmock(`http://127.0.0.1:${port}`, child);
    process.once('exit', llmock.kill);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.includes('running on')) {
        child.stderr.resume();
        return llmock;
      }
      lines.push(line);
    }
    throw new Error(`llmock did not start:\n${lines.slice(-20).join('\n')}`);
  }

  /** What goes into OPENAI_BASE_URL. */
  get openAiUrl(): string {
    return `${this.root}/v1`;
  }

  /** What goes into GEMINI_BASE_URL. */
  get geminiUrl(): string {
    return `${this.root}/gemini`;
  }

  /** Forgets what it has seen and what was to go wrong, and lets this go wrong from here on. */
  async breaks(...behaviors: readonly LlmockBehavior[]): Promise<void> {
    await this.call('POST', 'reset');
    if (behaviors.length > 0) await this.call('POST', 'scenario', { behaviors });
  }

  async requests(): Promise<readonly LlmockRequest[]> {
    const { requests } = (await this.call('GET', 'requests')) as { requests: LlmockRequest[] };
    return requests;
  }

  /** What it holds against the client since the last `breaks`, warnings included. */
  async findings(): Promise<readonly LlmockFinding[]> {
    const { findings } = (await this.call('GET', 'verdict')) as { findings: LlmockFinding[] };
    return findings;
  }

  async stop(): Promise<void> {
    process.off('exit', this.kill);
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.kill();
    await ended;
  }

  private readonly kill = (): void => {
    this.child.kill('SIGKILL');
  };

  private async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.root}/_llmock/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`llmock answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
