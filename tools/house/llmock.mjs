// Where llmock is, the foreign judge of our retries: a Python package, installed once into the cache folder.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './projects.mjs';

const requirements = join(root, 'tools/llmock/requirements.txt');
const WITH = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore'];
const EXACTLY = ['--require-hashes', '--only-binary=:all:', '--no-deps'];

/**
 * Installs it where it is missing, and answers with the environment by which tests find it, or with the reason why there
 * is none: `{env}` or `{reason}`.
 */
export function findLlmock() {
  const found = findPython();
  if (!found) return { reason: 'there is no Python 3.11 or later' };
  const { python, version } = found;
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(), `llmock-py${version}-${wanted}`);
  if (!existsSync(folder)) {
    const fault = install(python, folder);
    if (fault) return { reason: `pip could not install it: ${fault}` };
  }
  return { env: { VANCE_TEST_LLMOCK_PYTHON: python, VANCE_TEST_LLMOCK: folder } };
}

function findPython() {
  const ask = 'import sys; print("%d.%d" % sys.version_info[:2])';
  for (const python of ['python3', 'python']) {
    const { status, stdout } = spawnSync(python, ['-c', ask], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    const version = status === 0 ? stdout.trim() : '';
    const [major, minor] = version.split('.').map(Number);
    if (major === 3 && minor >= 11) return { python, version };
  }
  return undefined;
}

/** Beside its place first, so that nobody finds half of it. Answers what pip said when it failed. */
function install(python, folder) {
  console.error('fetching llmock (11 MB) …');
  mkdirSync(dirname(folder), { recursive: true });
  const scratch = mkdtempSync(`${folder}-`);
  try {
    const args = [
      '-m',
      'pip',
      'install',
      ...WITH,
      ...EXACTLY,
      '--target',
      scratch,
      '-r',
      requirements,
    ];
    const { status, stderr, error } = spawnSync(python, args, {
      encoding: 'utf8',
      timeout: 300_000,
    });
    if (status !== 0) return error?.message ?? stderr.trim().split('\n').at(-1);
    renameSync(scratch, folder);
    return undefined;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'vancetope');
