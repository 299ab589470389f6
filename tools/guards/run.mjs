// Takes each guard away in a copy of the tree and wants its tests to fail:  npm run test:guards [-- WORDS OF A GUARD]
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectDirs, root } from '../house/projects.mjs';
import { guards } from './guards.mjs';

const [words = ''] = process.argv.slice(2);
const chosen = guards.filter(({ guard }) => guard.includes(words));
const copy = mkdtempSync(join(tmpdir(), 'vance-guards-'));
/** Tests that pass while every guard stands, by what plays them. */
const sound = new Map();
let noticed = 0;
try {
  copyTree();
  for (const guard of chosen) {
    const verdict = judge(guard);
    if (verdict === 'noticed') noticed += 1;
    console.log(`${verdict}: ${guard.guard}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${noticed} of ${chosen.length} guards are missed when they are gone`);
process.exitCode = noticed === chosen.length && noticed > 0 ? 0 : 1;

/** What git knows, as it stands; installed packages by links, our own projects by links into the copy. */
function copyTree() {
  const asked = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = new Set(execFileSync('git', asked, { cwd: root, encoding: 'utf8' }).split('\0'));
  for (const file of files) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@vance'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@vance'))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const dir of projectDirs()) {
    const { name } = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8'));
    if (name.startsWith('@vance/')) symlinkSync(join(copy, dir), join(modules, name));
  }
}

/** Whether a test that ran has failed for want of the guard; a file that does not even load proves nothing. */
function judge({ file, with: guarded, without, project, tests }) {
  const key = `${project} ${tests}`;
  if (!sound.has(key)) sound.set(key, /^Tests: +\d+ passed/m.test(play(project, tests)));
  if (!sound.get(key)) return 'NOT PROVEN, its tests do not pass';
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(guarded, () => without),
  );
  const told = play(project, tests);
  writeFileSync(path, text);
  return /^Tests: +\d+ failed/m.test(told) ? 'noticed' : 'NOT NOTICED';
}

function play(project, tests) {
  const jest = [join(copy, 'node_modules/jest/bin/jest.js'), '--rootDir', copy];
  const chosen = ['--selectProjects', project, '--testPathPatterns', tests];
  const options = { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 };
  const args = [...jest, ...chosen, '--bail', '--forceExit'];
  return spawnSync(process.execPath, args, options).stderr;
}
