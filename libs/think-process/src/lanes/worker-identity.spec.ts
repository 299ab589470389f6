import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkerIdentity } from './worker-identity';

let dataDir: string;
let helper: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vance-slots-'));
});

afterEach(async () => {
  helper?.kill('SIGKILL');
  helper = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

/** As if a worker of this machine with that pid held the first slot. */
async function heldBy(pid: number, workerId: string): Promise<void> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const born = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  await mkdir(join(dataDir, 'worker-slots'), { recursive: true });
  const lock = { host: hostname(), pid, born, workerId };
  await writeFile(join(dataDir, 'worker-slots/0.json'), JSON.stringify(lock));
}

/** The pid of a process that has ended and that its parent takes no note of. */
async function zombie(): Promise<number> {
  // The shell becomes `sleep`, which never asks for its child.
  helper = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = await new Promise<number>((resolve) => {
    helper?.stdout?.once('data', (data: Buffer) => resolve(Number(data.toString())));
  });
  for (;;) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    if (stat.includes(') Z ')) return pid;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('leaves a slot to the living worker that holds it', async () => {
  await heldBy(process.pid, 'wrk_alive');
  expect((await WorkerIdentity.claim(dataDir)).deadPredecessors).toEqual([]);
});

it('follows a worker that was killed, also while nobody has buried it', async () => {
  await heldBy(await zombie(), 'wrk_killed');
  expect((await WorkerIdentity.claim(dataDir)).deadPredecessors).toEqual(['wrk_killed']);
});

it('follows a worker whose pid belongs to somebody else by now', async () => {
  await heldBy(process.pid, 'wrk_before');
  const file = join(dataDir, 'worker-slots/0.json');
  const lock = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...lock, born: '1' }));
  expect((await WorkerIdentity.claim(dataDir)).deadPredecessors).toEqual(['wrk_before']);
});

it('refuses a data folder that cannot be written to, in one line for the operator', async () => {
  await writeFile(join(dataDir, 'worker-slots'), 'in the way');
  for (const folder of [dataDir, join(dataDir, 'worker-slots/below')])
    await expect(WorkerIdentity.claim(folder)).rejects.toMatchObject({
      code: 'DATA_DIR_UNUSABLE',
      message: expect.stringMatching(
        /^VANCE_DATA_DIR: the folder \S+ cannot be written to \(E\w+\); .+$/,
      ),
    });
});
