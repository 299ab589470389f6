// Makes a socket request with a handler and a test that fails until it does something:
//   npm run new:message -- session-rename
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../house/projects.mjs';
import { edit, format, pascal } from './edit.mjs';

const [name, ...rest] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(name ?? '') || rest.length) {
  console.error('say a name like noun-verb, e.g.: npm run new:message -- session-rename');
  process.exit(2);
}
const folder = 'libs/gateways/src/ws/handlers';
const file = `${folder}/${name}.handler.ts`;
if (existsSync(join(root, file))) {
  console.error(`${file} exists already`);
  process.exit(2);
}
const className = `${pascal(name)}Handler`;

writeFileSync(
  join(root, file),
  `import { Injectable } from '@nestjs/common';
import { DomainError } from '@vance/kernel';
import type { WsPayload } from '@vance/protocol';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** Say what for. Prove that the caller may before anything is read or done (see Possessions). */
@Injectable()
@HandlesRequest('${name}', 'work')
export class ${className} implements SocketHandler<'${name}'> {
  async handle(
    _connection: Connection,
    _payload: WsPayload<'${name}'>,
  ): Promise<SocketAnswer<'${name}'>> {
    throw new DomainError('NOT_BUILT', '${name} does nothing yet.', { status: 501 });
  }
}
`,
);
writeFileSync(
  join(root, `${folder}/${name}.handler.spec.ts`),
  `import { ${className} } from './${name}.handler';

describe('${name}', () => {
  it('does what its name says', () => {
    // Replace by what a client sends and gets; over real sockets it belongs into apps/brain.
    expect(String(${className}.prototype.handle)).not.toContain('NOT_BUILT');
  });
});
`,
);
edit('libs/protocol/src/ws.ts', name, (text) =>
  text.replace(
    '} as const;\nexport type WsRequestName',
    `  '${name}': { payload: z.strictObject({}), data: z.strictObject({}) },\n} as const;\nexport type WsRequestName`,
  ),
);
edit(`${folder}/index.ts`, className, (text) =>
  text
    .replace(/^/, `import { ${className} } from './${name}.handler';\n`)
    .replace('\n] as const;', `\n  ${className},\n] as const;`),
);
format([
  file,
  `${folder}/${name}.handler.spec.ts`,
  'libs/protocol/src/ws.ts',
  `${folder}/index.ts`,
]);
console.log(`made:
  ${file}
  ${folder}/${name}.handler.spec.ts
  a row in libs/protocol/src/ws.ts (write its schemas) and in ${folder}/index.ts
next: npx jest --selectProjects unit --testPathPatterns ${name}   (fails until ${name} does its work)
then a row in apps/brain/src/tenant-matrix.medium.spec.ts: types fail without it`);
