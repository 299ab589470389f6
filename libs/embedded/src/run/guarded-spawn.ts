import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import type { Readable } from 'node:stream';

/** A child without standard input, whose output is piped to us. */
export type GuardedChild = ChildProcessByStdio<null, Readable, Readable>;

const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv'];

/** Where the tool is that has the kernel tie a child's life to ours (Linux), if it is there. */
export function findSetpriv(): string | undefined {
  return setprivPaths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * The command that runs `command` so that the kernel kills it when its parent dies; the same
 * command where that cannot be had.
 */
export function guardedCommand(
  command: string,
  args: readonly string[],
  setpriv: string | undefined = findSetpriv(),
): readonly [string, string[]] {
  return setpriv
    ? [setpriv, ['--pdeathsig', 'KILL', '--', command, ...args]]
    : [command, [...args]];
}

/**
 * Starts a child that dies when this process dies, even by SIGKILL: by the kernel's parent-death
 * signal where `setpriv` is at hand, else by a watchdog process.
 *
 * The child gets a process group of its own, so that Ctrl-C in a terminal reaches only us and we
 * can stop the services in order.
 */
export function spawnGuarded(
  command: string,
  args: readonly string[],
  setpriv: string | undefined = findSetpriv(),
): GuardedChild {
  const child = spawn(...guardedCommand(command, args, setpriv), {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (!setpriv) watch(child);
  return child;
}

/** Like {@link spawnGuarded}, with an environment of its own and our output streams. */
export function spawnGuardedApp(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ChildProcess {
  const setpriv = findSetpriv();
  const child = spawn(...guardedCommand(command, args, setpriv), {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env },
  });
  if (!setpriv) watch(child);
  return child;
}

/** Waits for the end of its input, which comes when this process is gone; then kills the child. */
const watchdogScript = `
process.stdin.resume().on('end', () => {
  try { process.kill(Number(process.argv[1]), 'SIGKILL'); } catch {}
  process.exit();
});`;

function watch(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const watchdog = spawn(process.execPath, ['-e', watchdogScript, String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  // The pid may belong to someone else once the child has ended.
  child.once('exit', () => watchdog.kill('SIGKILL'));
}
