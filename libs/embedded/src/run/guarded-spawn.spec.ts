import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { findSetpriv } from './guarded-spawn';

/** A child that keeps a connection open for as long as it lives. */
const childScript = 'require("net").connect(Number(process.argv[1]), "127.0.0.1")';

describe('spawnGuarded', () => {
  let dir = '';
  let server: Server;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'vance-guard-'));
    const source = await readFile(join(__dirname, 'guarded-spawn.ts'), 'utf8');
    const { code } = transformSync(source, {
      swcrc: false,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
    });
    await writeFile(join(dir, 'guarded-spawn.cjs'), code);
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function parentWithChild(setpriv: string): Promise<{ kill: () => void; child: Socket }> {
    const { port } = server.address() as AddressInfo;
    const script = `
      require(${JSON.stringify(join(dir, 'guarded-spawn.cjs'))})
        .spawnGuarded(process.execPath, ['-e', ${JSON.stringify(childScript)}, '${port}'], '${setpriv}');
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
    const [child] = (await once(server, 'connection')) as [Socket];
    child.on('error', () => undefined).resume();
    return { kill: () => parent.kill('SIGKILL'), child };
  }

  const ways = [['a watchdog', ''] as const];
  const setpriv = findSetpriv();
  if (setpriv) ways.push(['the kernel', setpriv] as never);

  it.each(ways)('by %s ends the child when the parent is killed', async (_way, path) => {
    const { kill, child } = await parentWithChild(path);
    const gone = once(child, 'close');
    kill();
    await gone;
  });
});
