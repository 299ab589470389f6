// Fails when files of one project import each other in a circle (Nx sees circles of projects only).
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { importsOf, projectDirs, root, sourcesOf } from './house/projects.mjs';

const resolveLocal = (from, specifier) => {
  const base = resolve(dirname(from), specifier);
  const stem = base.replace(/\.js$/, '');
  return [`${stem}.ts`, `${stem}.tsx`, join(base, 'index.ts')].find((path) => existsSync(path));
};

const edges = new Map();
for (const file of projectDirs().flatMap(sourcesOf)) {
  const targets = importsOf(file)
    .filter(({ specifier, typeOnly }) => specifier.startsWith('.') && !typeOnly)
    .map(({ specifier }) => resolveLocal(file, specifier));
  edges.set(file, targets.filter(Boolean));
}

const state = new Map();
const cycles = [];
const visit = (file, trail) => {
  if (state.get(file) === 'done') return;
  if (state.get(file) === 'open') {
    cycles.push([...trail.slice(trail.indexOf(file)), file]);
    return;
  }
  state.set(file, 'open');
  for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
  state.set(file, 'done');
};
for (const file of edges.keys()) visit(file, []);

for (const cycle of cycles) {
  console.error(`import cycle: ${cycle.map((file) => relative(root, file)).join(' → ')}`);
}
process.exit(cycles.length ? 1 : 0);
