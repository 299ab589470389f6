// Makes an engine with a prompt and a test that fails until its own action does something:
//   npm run new:engine -- ford
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../house/projects.mjs';
import { edit, format, pascal } from './edit.mjs';

const [name, ...rest] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*$/.test(name ?? '') || rest.length) {
  console.error('say a name in small letters, e.g.: npm run new:engine -- ford');
  process.exit(2);
}
const dir = `libs/engines/${name}`;
if (existsSync(join(root, dir))) {
  console.error(`${dir} exists already`);
  process.exit(2);
}
const Name = pascal(name);
execFileSync(process.execPath, [join(root, 'tools/new-lib.mjs'), dir], { stdio: 'inherit' });

const files = {
  [`${dir}/src/${name}.engine.ts`]: `import { z } from 'zod';
import {
  ThinkEngine,
  type OwnContext,
  type OwnOutcome,
  type ThinkEngineDefinition,
} from '@vance/engine-core';

const actions = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ANSWER'), reason: z.string(), message: z.string().min(1) }),
]);
type ${Name}Action = z.infer<typeof actions>;

/** ${Name}: say what it does. */
@ThinkEngine()
export class ${Name}Engine implements ThinkEngineDefinition<${Name}Action> {
  readonly name = '${name}';
  readonly actionTool = '${name}_action';
  readonly actions = actions;
  readonly actionTypes = ['ANSWER'];
  readonly ownActions = ['ANSWER'];
  readonly continuing: ReadonlySet<string> = new Set();
  readonly promptBase = '${name}-prompt';

  applyOwn(_action: ${Name}Action, _context: OwnContext): OwnOutcome {
    return { kind: 'rejected', feedback: 'NOT_BUILT: ${name} does nothing yet.', costsCorrection: true };
  }
}
`,
  [`${dir}/src/${name}.engine.spec.ts`]: `import { ${Name}Engine } from './${name}.engine';

describe('${name}', () => {
  it('answers', () => {
    const outcome = new ${Name}Engine().applyOwn(
      { type: 'ANSWER', reason: 'asked', message: 'Hello.' },
      {
        state: {
          status: 'RUNNING',
          mode: 'NORMAL',
          agentMode: 'build',
          plan: null,
          todos: [],
          approvedNo: 0,
        },
        liveChild: false,
      },
    );
    expect(outcome.kind).toBe('applied');
  });
});
`,
  [`${dir}/src/${name}.module.ts`]: `import { Module } from '@nestjs/common';
import { ${Name}Engine } from './${name}.engine';

/** Adds ${Name} to the engines. */
@Module({ providers: [${Name}Engine], exports: [${Name}Engine] })
export class ${Name}Module {}
`,
  [`${dir}/src/index.ts`]: `export { ${Name}Module } from './${name}.module';
export { ${Name}Engine } from './${name}.engine';
`,
  [`${dir}/README.md`]: `# engine-${name}

Say what ${Name} does, what it never does, and what only it knows. Public names: \`${Name}Module\`, \`${Name}Engine\`.
`,
  [`prompts/${name}-prompt.md`]: `# You are ${Name}

Say who ${Name} is and what the model does each turn. Act with \`${name}_action\`.
`,
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}
const work = 'libs/worker-runtime/src/turn-work.module.ts';
edit(work, `${Name}Module`, (text) =>
  text
    .replace(
      "import { EngineCoreModule } from '@vance/engine-core';",
      `import { ${Name}Module } from '@vance/engine-${name}';\nimport { EngineCoreModule } from '@vance/engine-core';`,
    )
    .replace('ArthurModule]', `ArthurModule, ${Name}Module]`),
);
format([...Object.keys(files), work]);
console.log(`made:
${Object.keys(files)
  .map((path) => `  ${path}`)
  .join('\n')}
  ${Name}Module among the imports of ${work}
next: npm install, npm run sync, then
  npx jest --selectProjects unit --testPathPatterns engines/${name}   (fails until ${name} does its work)`);
