import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@vance/testing';

jest.setTimeout(180_000);

const ROOT = join(__dirname, '../../..');

/** One `npm start`, in a process group of its own. */
class Start {
  output = '';
  readonly ended: Promise<number | NodeJS.Signals | null>;
  readonly url: Promise<string>;

  private constructor(readonly child: ChildProcess) {
    this.ended = once(child, 'close').then(([code, signal]) => code ?? signal);
    this.url = new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          this.output += text;
          const ready = /^ready (\S+)$/m.exec(this.output)?.[1];
          if (ready) resolve(ready);
        });
      }
      void this.ended.then((how) => reject(new Error(`npm start ended (${how}): ${this.output}`)));
    });
    this.url.catch(() => undefined);
  }

  static run(dataDir: string, env: Readonly<Record<string, string>> = {}): Start {
    const { PATH, HOME } = process.env;
    const own = { VANCE_PORT: '0', VANCE_DATA_DIR: dataDir, VANCE_LOG_LEVEL: 'warn' };
    const child = spawn('npm', ['start', '--silent'], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, HOME, ...own, ...env },
    });
    return new Start(child);
  }

  /** Every process below npm, itself included: pid and start time, which a reused pid does not share. */
  async tree(): Promise<readonly string[]> {
    const all = await processes();
    const found = all.filter(({ pid }) => pid === this.child.pid);
    for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
    return found.map(({ pid, started }) => `${pid} ${started}`);
  }
}

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly started: string;
}

/** All live processes. A zombie is dead: only its parent has not looked yet. */
async function processes(): Promise<readonly ProcessFacts[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const facts = await Promise.all(pids.map(factsOf));
  return facts.filter((fact) => fact !== undefined);
}

async function factsOf(pid: number): Promise<ProcessFacts | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!stat || state === 'Z') return undefined;
  return { pid, parent: Number(parent), started: rest[17] ?? '' };
}

async function alive(tree: readonly string[]): Promise<readonly string[]> {
  const now = new Set((await processes()).map(({ pid, started }) => `${pid} ${started}`));
  return tree.filter((one) => now.has(one));
}

async function untilGone(tree: readonly string[]): Promise<void> {
  await eventually(async () => expect(await alive(tree)).toEqual([]));
}

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;

// Reads /proc; elsewhere the same code paths run, but nobody counts the processes.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('npm start', () => {
  let dataDir = '';
  let running: Start | undefined;

  beforeAll(async () => (dataDir = await mkdtemp(join(tmpdir(), 'vance-start-'))));
  afterEach(async () => {
    running?.child.kill('SIGTERM');
    await running?.ended;
    running = undefined;
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const start = (env?: Readonly<Record<string, string>>): Start =>
    (running = Start.run(dataDir, env));

  it('says where it is ready and who can sign in, and leaves nothing behind on SIGTERM', async () => {
    const product = start();
    await expect(isReady(await product.url)).resolves.toBe(true);
    const tree = await product.tree();
    expect(tree.length).toBeGreaterThan(3);
    product.child.kill('SIGTERM');
    await expect(product.ended).resolves.toBe(0);
    await expect(alive(tree)).resolves.toEqual([]);
    expect(product.output).toMatch(/^sign in at tenant acme: admin \/ /m);
  });

  it('is gone with npm when npm is killed, and starts again on the same data', async () => {
    const first = start();
    await first.url;
    const tree = await first.tree();
    first.child.kill('SIGKILL');
    await untilGone(tree);
    await expect(isReady(await start().url)).resolves.toBe(true);
  });

  it('starts again on the same data after every process was killed at once', async () => {
    const first = start();
    await first.url;
    const tree = await first.tree();
    for (const one of tree) process.kill(Number(one.split(' ')[0]), 'SIGKILL');
    await untilGone(tree);
    await expect(isReady(await start().url)).resolves.toBe(true);
  });

  it('refuses a data folder that another start uses, in one line', async () => {
    const holder = start();
    await holder.url;
    const second = Start.run(dataDir);
    await expect(second.ended).resolves.toBe(1);
    expect(second.output.trim().split('\n').at(-1)).toMatch(/its data folder is in use/);
  });

  it('names a bad setting and a right one', async () => {
    const product = start({ VANCE_PORT: 'eighty' });
    await expect(product.ended).resolves.toBe(1);
    expect(product.output.trim()).toBe(
      'VANCE_PORT: "eighty" is not a port number from 0 to 65535; for example VANCE_PORT=8787',
    );
  });
});
