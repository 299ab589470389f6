// Makes a server tool with a test that fails until the tool does something:
//   npm run new:tool -- weather_read --read-only
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../house/projects.mjs';
import { edit, format, pascal } from './edit.mjs';

const [name, ...flags] = process.argv.slice(2);
const readOnly = flags.includes('--read-only');
const unknown = flags.filter((flag) => flag !== '--read-only');
if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name ?? '') || unknown.length) {
  console.error('say a name like noun_verb, e.g.: npm run new:tool -- weather_read --read-only');
  process.exit(2);
}

const folder = 'libs/tools/src';
const src = join(root, folder);
const stem = `${name.replaceAll('_', '-')}.tool`;
const className = `${pascal(name)}Tool`;
const file = join(src, 'builtin', `${stem}.ts`);
if (existsSync(file)) {
  console.error(`libs/tools/src/builtin/${stem}.ts exists already`);
  process.exit(2);
}

const labelled = readOnly ? 'READ_ONLY_LABEL, type Tool' : 'type Tool';
writeFileSync(
  file,
  `import { z } from 'zod';
import { DomainError } from '@vance/kernel';
import { ServerTool } from '../server-tool';
import { ${labelled}, type ToolContext } from '../tool';

const parameters = z.strictObject({});

/** Say what for. */
@ServerTool()
export class ${className} implements Tool<z.infer<typeof parameters>> {
  readonly name = '${name}';
  readonly description = 'Say what the model gets, without naming other tools.';
  readonly inputSchema = parameters;
  readonly labels: readonly string[] = [${readOnly ? 'READ_ONLY_LABEL' : ''}];

  async run(_context: ToolContext, _parameters: z.infer<typeof parameters>): Promise<unknown> {
    throw new DomainError('NOT_BUILT', '${name} does nothing yet.', { status: 501 });
  }
}
`,
);
writeFileSync(
  join(src, 'builtin', `${stem}.spec.ts`),
  `import { fakeContext } from '../testing/fake-tool';
import { ${className} } from './${stem}';

describe('${name}', () => {
  it('does what its description says', async () => {
    expect(await new ${className}().run(fakeContext(), {})).toBe('write what you expect here');
  });
});
`,
);

edit(`${folder}/builtin/index.ts`, name, (text) =>
  text
    .replace(/^/, `import { ${className} } from './${stem}';\n`)
    .replace('BUILTIN_TOOLS = [', `BUILTIN_TOOLS = [\n  ${className},`),
);
const list = readOnly ? 'readOnly: [' : 'withEffect: [';
edit(`${folder}/tool-lists.ts`, name, (text) => text.replace(list, `${list}\n    '${name}',`));

const touched = [
  `builtin/${stem}.ts`,
  `builtin/${stem}.spec.ts`,
  'builtin/index.ts',
  'tool-lists.ts',
];
format(touched.map((path) => `${folder}/${path}`));
console.log(`made:\n${touched.map((path) => `  libs/tools/src/${path}`).join('\n')}
next: npx jest --selectProjects unit --testPathPatterns ${stem}   (fails until ${name} does its work)
see docs/how-to/add-a-tool.md`);
