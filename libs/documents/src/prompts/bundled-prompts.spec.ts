import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PromptCheck } from './prompt-check';

const folder = resolve(__dirname, '../../../../prompts');
const names = readdirSync(folder).filter((name) => name.endsWith('.md'));

describe('what the product ships', () => {
  it.each(names)('%s is a template that could be saved', (name) => {
    const check = () => new PromptCheck().check(`prompts/${name}`, text(name));
    expect(check).not.toThrow();
  });

  it('has prompts at all', () => {
    expect(names.length).toBeGreaterThanOrEqual(3);
  });
});

function text(name: string): string {
  return readFileSync(resolve(folder, name), 'utf8');
}
