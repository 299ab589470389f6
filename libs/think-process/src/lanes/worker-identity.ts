import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DomainError, newId } from '@vance/kernel';

/** Slots tried on one machine: more workers than that share none and have no predecessor to prove dead. */
const MAX_SLOTS = 64;

const lockSchema = z.object({
  host: z.string(),
  pid: z.number().int(),
  /** When the holder's process began, as the kernel counts it: tells a reused pid apart. */
  born: z.string(),
  workerId: z.string(),
});
type SlotLock = z.infer<typeof lockSchema>;

/**
 * Who this worker is: a new name each boot. Its slot, a lock file in the data directory, proves a former
 * boot of the same slot dead, so that its lanes need not wait for their leases to run out.
 */
export class WorkerIdentity {
  private constructor(
    readonly workerId: string,
    readonly deadPredecessors: readonly string[],
    private readonly lockFile: string | undefined,
  ) {}

  /** A worker without a data directory: its predecessors' lanes run out by themselves. */
  static fresh(): WorkerIdentity {
    return new WorkerIdentity(newId('wrk'), [], undefined);
  }

  /**
   * Takes the first slot that no living worker holds.
   * @throws DomainError DATA_DIR_UNUSABLE: nothing can be written there, so no project's files could be either
   */
  static async claim(dataDir: string): Promise<WorkerIdentity> {
    try {
      return await WorkerIdentity.claimIn(join(dataDir, 'worker-slots'));
    } catch (cause) {
      throw unusable(dataDir, cause);
    }
  }

  private static async claimIn(folder: string): Promise<WorkerIdentity> {
    await mkdir(folder, { recursive: true });
    const workerId = newId('wrk');
    const born = (await kernelView(process.pid))?.born ?? '';
    for (let slot = 0; slot < MAX_SLOTS; slot += 1) {
      const file = join(folder, `${slot}.json`);
      const former = await readLock(file);
      if (former !== null && (await isAlive(former))) continue;
      const lock: SlotLock = { host: hostname(), pid: process.pid, born, workerId };
      if (await claimSlot(file, former, lock)) {
        return new WorkerIdentity(workerId, former === null ? [] : [former.workerId], file);
      }
    }
    return WorkerIdentity.fresh();
  }

  /** Leaves the slot; its lanes must have been given back. */
  async leave(): Promise<void> {
    if (this.lockFile !== undefined) await rm(this.lockFile, { force: true });
  }
}

function unusable(dataDir: string, cause: unknown): DomainError {
  const why = codeOf(cause) ?? String(cause);
  const message = `VANCE_DATA_DIR: the folder ${dataDir} cannot be written to (${why}); make room and make it writable, or name another one, for example VANCE_DATA_DIR=.vance`;
  return new DomainError('DATA_DIR_UNUSABLE', message, { status: 500, fixer: 'operator', cause });
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Moves a dead worker's lock aside (only one of several claimants can) and creates ours, if nobody was faster. */
async function claimSlot(file: string, former: SlotLock | null, lock: SlotLock): Promise<boolean> {
  try {
    if (former !== null) {
      const aside = `${file}.${randomUUID()}`;
      await rename(file, aside);
      const moved = await readLock(aside);
      await rm(aside, { force: true });
      if (moved?.workerId !== former.workerId) return false;
    }
    await createLock(file, lock);
    return true;
  } catch (error) {
    if (FASTER_RIVAL.has(codeOf(error))) return false;
    throw error;
  }
}

/** What a rival leaves: the lock is there already, or the former one is gone. */
const FASTER_RIVAL: ReadonlySet<unknown> = new Set(['EEXIST', 'ENOENT']);

/** A lock that could not be written whole is none. */
async function createLock(file: string, lock: SlotLock): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(JSON.stringify(lock));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function readLock(file: string): Promise<SlotLock | null> {
  try {
    const parsed = lockSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whether the holder may still live. One of another machine always may. */
async function isAlive(lock: SlotLock): Promise<boolean> {
  if (lock.host !== hostname()) return true;
  try {
    process.kill(lock.pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  const seen = await kernelView(lock.pid);
  // Where the kernel does not tell, a living pid counts as the holder.
  if (seen === undefined) return lock.born === '';
  return seen.born === lock.born && !seen.isDead;
}

/** A killed process keeps its pid until its parent has taken note, and answers signals until then. */
const DEAD_STATES = new Set(['Z', 'X']);

/** When a process began and whether it still runs, from the kernel where it tells. */
async function kernelView(
  pid: number,
): Promise<{ readonly born: string; readonly isDead: boolean } | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { born: fields[19] ?? '', isDead: DEAD_STATES.has(fields[0] ?? '') };
  } catch {
    return undefined;
  }
}
