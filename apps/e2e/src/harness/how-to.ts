import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');
/** Of no use to a copy, or made anew by it. */
const LEFT_OUT = ['.git', '.nx', '.vance', 'node_modules'];
const MARK = '--8<-- a block has ended --8<--';

/** What a page says at one place: something to type, and what it promises about it. */
export interface HowToStep {
  /** First line of the block. */
  readonly line: number;
  readonly typed: string;
  /** To be found in what the block prints. */
  readonly printed: string[];
  /** To be found in what the product's own terminal says, at some time. */
  readonly logged: string[];
}

/**
 * The steps of a page: a `sh` block is typed; a `text` block after it is printed, and a `log` block is said by the
 * product. Blocks of other kinds are for the eye.
 */
export function stepsOf(markdown: string): HowToStep[] {
  const steps: HowToStep[] = [];
  for (const found of markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const [, kind, text = ''] = found;
    const step = steps.at(-1);
    if (kind === 'sh') {
      const line = markdown.slice(0, found.index).split('\n').length + 1;
      steps.push({ line, typed: text, printed: [], logged: [] });
    } else if (kind === 'text') step?.printed.push(text);
    else if (kind === 'log') step?.logged.push(text);
  }
  return steps;
}

/** Whether a promise is kept by what was said; `…` stands for anything. */
export function isKept(promise: string, said: string): boolean {
  let from = 0;
  return promise.split('…').every((part) => {
    const words = part.trim();
    const at = said.indexOf(words, from);
    from = at + words.length;
    return at >= 0;
  });
}

/** A copy of the product's folder in which a page may do what it likes; the packages are shared. */
export async function copyOfProduct(to: string): Promise<void> {
  for (const name of await readdir(ROOT))
    if (!LEFT_OUT.includes(name))
      await cp(join(ROOT, name), join(to, name), { recursive: true, preserveTimestamps: true });
  const [from, packages] = [join(ROOT, 'node_modules'), join(to, 'node_modules')];
  await mkdir(packages);
  for (const name of await readdir(from))
    // Our own packages are links to `libs/`: those of the copy lead into the copy.
    if (name === '@vance')
      await cp(join(from, name), join(packages, name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    else await symlink(join(from, name), join(packages, name));
}

/** `npm start` as in a terminal of its own: in the background, and again when it is typed again. */
const TERMINAL = `set -uo pipefail
exec 2>&1
product=
stop() { [ -z "$product" ] || { kill "$product" 2>/dev/null; wait "$product"; product=; }; }
trap stop EXIT
npm() {
  if [ "$*" != start ]; then command npm "$@"; return; fi
  stop
  local log; log=$(mktemp -p "$LOGS")
  (exec npm start --silent) > "$log" 2>&1 &
  product=$!
  until grep -q ^sign "$log"; do kill -0 "$product" 2>/dev/null || { cat "$log"; return 1; }; sleep 0.1; done
}
`;

export interface Played {
  /** What each step printed; fewer than steps where one failed. */
  readonly printed: readonly string[];
  readonly log: string;
}

/** Types all the steps into one shell in the folder, as they stand there. */
export async function play(
  steps: readonly HowToStep[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Played> {
  const logs = join(folder, 'logs-of-the-product');
  await mkdir(logs);
  const typed = steps.map((step) => `${step.typed}printf '%s\\n' '${MARK}'\n`);
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('bash', ['-c', TERMINAL + typed.join('')], {
    cwd: folder,
    // What it starts is in its group.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, VANCE_DATA_DIR: join(folder, '.vance'), LOGS: logs, ...env },
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  endGroup(child.pid);
  const texts = await Promise.all(
    (await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')),
  );
  return { printed: said.split(`${MARK}\n`), log: texts.join('\n') };
}

/** Ends what a shell that failed has left behind. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}
