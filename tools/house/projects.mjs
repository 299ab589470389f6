// The workspace's projects, and what their sources import.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Folders (relative, posix) that hold a project. */
export function projectDirs() {
  return ['apps', 'libs', 'libs/engines']
    .flatMap((parent) => subfolders(parent))
    .filter((dir) => existsSync(join(root, dir, 'package.json')))
    .sort();
}

function subfolders(parent) {
  const path = join(root, parent);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`);
}

/** The package name of a project folder: `libs/engines/arthur` → `@vance/engine-arthur`. */
export function packageNameOf(dir) {
  const [kind, name, sub] = dir.split('/');
  if (kind === 'apps') return `@vance/app-${name}`;
  return sub ? `@vance/engine-${sub}` : `@vance/${name}`;
}

/** Every TypeScript source under `dir`, built output left out. */
export function sourcesOf(dir) {
  const found = [];
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue;
      const child = join(path, entry.name);
      if (entry.isDirectory()) walk(child);
      else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) found.push(child);
    }
  };
  walk(join(root, dir));
  return found.sort();
}

const importPattern =
  /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** The import specifiers of a file: `{ specifier, typeOnly }`. */
export function importsOf(file) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(importPattern)].map((match) => ({
    specifier: match[2] ?? match[3],
    typeOnly: Boolean(match[1]),
  }));
}

/** Names of our packages that the sources of `dir` import; `spec` tells which files count. */
export function internalImports(dir, counts) {
  const names = new Set();
  for (const file of sourcesOf(dir).filter(counts)) {
    for (const { specifier } of importsOf(file)) {
      const name = /^(@vance\/[^/]+)/.exec(specifier)?.[1];
      if (name && name !== packageNameOf(dir)) names.add(name);
    }
  }
  return [...names].sort();
}

/** True for files that only tests load. */
export const isSpec = (file) => /\.spec\.tsx?$/.test(file) || /\/test\//.test(relative(root, file));
