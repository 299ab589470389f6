// Derives each project's tsconfig references and internal dependencies from its imports.
//   node tools/sync-references.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { internalImports, isSpec, packageNameOf, projectDirs, root } from './house/projects.mjs';

const check = process.argv.includes('--check');
const dirs = projectDirs();
const dirOf = new Map(dirs.map((dir) => [packageNameOf(dir), dir]));
const stale = [];

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const prettierOptions = await resolveConfig(join(root, 'package.json'));
const parserOf = (path) => (path.endsWith('package.json') ? 'json-stringify' : 'json');

async function put(path, value, formatted = true) {
  const plain = `${JSON.stringify(value, null, 2)}\n`;
  const text = formatted
    ? await format(plain, { ...prettierOptions, parser: parserOf(path) })
    : plain;
  if (text === readFileSync(join(root, path), 'utf8')) return;
  stale.push(path);
  if (!check) writeFileSync(join(root, path), text);
}

function known(dir, names) {
  const unknown = names.filter((name) => !dirOf.has(name));
  if (!unknown.length) return names;
  console.error(`${dir} imports ${unknown.join(', ')}, which no project is named`);
  process.exit(1);
}

const versions = (names) => Object.fromEntries(names.map((name) => [name, '*']));

function withDependencies(manifest, own, tests) {
  const { dependencies = {}, devDependencies = {}, ...rest } = manifest;
  const external = (all) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('@vance/')));
  const merged = {
    dependencies: { ...external(dependencies), ...versions(own) },
    devDependencies: { ...external(devDependencies), ...versions(tests) },
  };
  for (const key of Object.keys(merged)) if (!Object.keys(merged[key]).length) delete merged[key];
  return { ...rest, ...merged };
}

function exportsOf(dir, manifest) {
  const entry = (name) => ({
    '@vance/source': `./src/${name}.ts`,
    types: `./dist/${name}.d.ts`,
    default: `./dist/${name}.js`,
  });
  const testing = existsSync(join(root, dir, 'src/testing/index.ts'));
  return { ...manifest.exports, ...(testing ? { './testing': entry('testing/index') } : {}) };
}

const lock = existsSync(join(root, 'package-lock.json')) ? read('package-lock.json') : undefined;
for (const dir of dirs) {
  const own = known(
    dir,
    internalImports(dir, (file) => !isSpec(file)),
  );
  const tests = known(dir, internalImports(dir, isSpec)).filter((name) => !own.includes(name));
  const before = read(`${dir}/package.json`);
  const manifest = withDependencies(before, own, tests);
  await put(`${dir}/package.json`, {
    ...manifest,
    ...(before.exports ? { exports: exportsOf(dir, before) } : {}),
  });

  const entry = lock?.packages[dir];
  if (entry) lock.packages[dir] = withDependencies(entry, own, tests);

  if (!existsSync(join(root, dir, 'tsconfig.json'))) continue;
  const references = own.map((name) => ({ path: posix.relative(dir, dirOf.get(name)) }));
  await put(`${dir}/tsconfig.json`, { ...read(`${dir}/tsconfig.json`), references });
}
const built = dirs.filter(
  (dir) => existsSync(join(root, dir, 'tsconfig.json')) && read(`${dir}/tsconfig.json`).extends,
);
await put('tsconfig.json', {
  files: [],
  references: built.map((dir) => ({ path: `./${dir}` })),
});
if (lock) await put('package-lock.json', lock, false);
const unlocked = lock ? differences(read('package.json'), lock.packages['']) : [];

/** Packages on which the root and its lock disagree: `npm ci` would refuse, or each start would install anew. */
function differences(manifest, locked) {
  const kinds = ['dependencies', 'devDependencies'];
  return kinds.flatMap((kind) => {
    const [wanted, known] = [manifest[kind] ?? {}, locked[kind] ?? {}];
    const names = new Set([...Object.keys(wanted), ...Object.keys(known)]);
    return [...names].filter((name) => wanted[name] !== known[name]);
  });
}

if (stale.length) console.log(`${check ? 'out of date' : 'updated'}: ${stale.join(' ')}`);
if (unlocked.length) {
  console.error(`package-lock.json differs in ${unlocked.join(' ')}; run: npm install`);
  process.exit(1);
}
if (check && stale.length) {
  console.error('run: npm run sync');
  process.exit(1);
}
