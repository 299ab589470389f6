import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guards } from '../guards/guards.mjs';
import { root } from './projects.mjs';

describe('tools/guards', () => {
  it.each(guards)('finds where "$guard" stands', ({ file, with: guarded }) => {
    expect(readFileSync(join(root, file), 'utf8').split(guarded)).toHaveLength(2);
  });
});
