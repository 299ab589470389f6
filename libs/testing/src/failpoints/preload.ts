import { FAILPOINT_HOOK, type FailpointHook, type FailpointName } from '@vance/kernel';
import type { FailpointCommand, FailpointReport } from './commands';

/*
 * Loaded with `node --require` before the product: installs the failpoint hook and obeys the test over IPC.
 * The product itself never loads this file.
 */

type Armed = Extract<FailpointCommand, { failpoint: 'arm' }>;

const armed = new Map<FailpointName, { command: Armed; left: number }>();
const held = new Map<FailpointName, () => void>();

function report(message: FailpointReport): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}

async function act(command: Armed, name: FailpointName, key: string): Promise<void> {
  // A killed process cannot speak afterwards, so the report goes first.
  await report({ failpoint: 'hit', name, key });
  switch (command.action) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    case 'hold':
      return new Promise((resolve) => held.set(name, resolve));
    case 'throw':
      throw new Error(`failpoint ${name}`);
  }
}

const hook: FailpointHook = (name, key) => {
  const entry = armed.get(name);
  if (!entry || (entry.command.key !== undefined && entry.command.key !== key)) return undefined;
  entry.left -= 1;
  if (entry.left > 0) return undefined;
  armed.delete(name);
  return act(entry.command, name, key);
};

Object.assign(globalThis, { [FAILPOINT_HOOK]: hook });

process.on('message', (message: FailpointCommand) => {
  if (message.failpoint === 'arm') {
    armed.set(message.name, { command: message, left: message.nth });
    void report({ failpoint: 'armed', name: message.name });
  } else {
    held.get(message.name)?.();
    held.delete(message.name);
  }
});
// The channel must not keep a process alive that has drained and wants to end.
process.channel?.unref();
void report({ failpoint: 'ready' });
