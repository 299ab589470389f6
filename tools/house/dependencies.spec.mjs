import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './projects.mjs';

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const packages = Object.keys({ ...dependencies, ...devDependencies });

/** What the first cell of a row names: `@nestjs/common, core 11` are two packages of one scope. */
function namesIn(cell) {
  let scope = '';
  return cell.split(', ').map((part) => {
    const [name] = part.split(' ');
    scope = /^@[^/]+\//.exec(name)?.[0] ?? scope;
    return { name, scoped: scope + name };
  });
}
const text = readFileSync(join(root, 'docs/decisions/dependencies.md'), 'utf8');
const rows = [...text.matchAll(/^\| ([a-z@][^|]*) \| /gm)]
  .map(([, cell]) => cell)
  .filter((cell) => cell !== 'package');
const named = rows.flatMap(namesIn);

describe('docs/decisions/dependencies.md', () => {
  it('says of every package what for', () => {
    const isNamed = (wanted) =>
      named.some(({ name, scoped }) =>
        name.endsWith('*') ? wanted.startsWith(name.slice(0, -1)) : [name, scoped].includes(wanted),
      );
    expect(packages.filter((name) => !isNamed(name))).toEqual([]);
  });

  it('speaks of no package that is not there any more', () => {
    const isThere = (cell) =>
      cell.includes('(PyPI)') ||
      namesIn(cell).every(
        ({ name, scoped }) =>
          name.endsWith('*') || packages.includes(name) || packages.includes(scoped),
      );
    expect(rows.filter((cell) => !isThere(cell))).toEqual([]);
  });
});
