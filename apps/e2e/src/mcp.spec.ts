import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@vance/testing';
import {
  action,
  answer,
  call,
  Cluster,
  EVERYTHING,
  freePort,
  PlanTalk,
  propose,
  WireRefusal,
} from './harness';

/** The real server over HTTP; resolves when it listens. */
async function serve(port: number): Promise<ChildProcess> {
  const server = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { PATH: process.env['PATH'], PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes(String(port))) resolve();
    });
    server.once('exit', () => reject(new Error(`the tool server ended:\n${said}`)));
  });
  return server;
}

describe('tools of MCP servers', () => {
  let cluster: Cluster;
  let folder: string;
  let port: number;
  let overHttp: ChildProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vance-mcp-'));
    const file = join(folder, 'mcp-servers.yaml');
    const everything = {
      command: process.execPath,
      args: [EVERYTHING, 'stdio'],
      env: { LENT: 'yes' },
    };
    const foreign = { command: process.execPath, args: [EVERYTHING, 'stdio'], tenants: ['nobody'] };
    await writeFile(file, JSON.stringify({ servers: { everything, foreign } }));
    port = await freePort();
    overHttp = await serve(port);
    cluster = await Cluster.start({
      env: { VANCE_MCP_SERVERS: file, VANCE_EGRESS_ALLOW: `127.0.0.1:${port}`, CANARY: 'not-lent' },
    });
    await configure({
      program: { use: 'everything', readOnly: ['echo', 'get-env'], deny: ['get-tiny-image'] },
      web: { url: `http://127.0.0.1:${port}/mcp` },
      foreign: { use: 'foreign' },
      unknown: { use: 'nowhere' },
    });
    await (await PlanTalk.open(cluster)).untilOffered('mcp_program_echo', 'mcp_web_echo');
  });
  afterAll(async () => {
    await cluster?.stop();
    overHttp?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const PATH = '/api/v1/projects/_tenant/documents/mcp-servers.yaml';
  async function configure(servers: object): Promise<void> {
    await (await cluster.account()).put(PATH, JSON.stringify({ servers }), 'text/plain');
  }
  const ofServers = (names: readonly string[]) => names.filter((name) => name.startsWith('mcp_'));

  it('are offered under their servers’ names, run, and answer over stdio and over HTTP', async () => {
    const talk = await PlanTalk.open(cluster);
    await talk.say(
      'Try them.',
      call('mcp_program_echo', { message: 'over stdio' }),
      call('mcp_web_get-sum', { a: 2, b: 40 }),
      call('mcp_program_get-env'),
      call('mcp_program_get-sum', { a: 'two' }),
      answer('Tried.'),
    );
    const offered = ofServers(talk.offered());
    expect(offered).toEqual(expect.arrayContaining(['mcp_program_echo', 'mcp_web_echo']));
    expect(offered).not.toContain('mcp_program_get-tiny-image');
    expect(offered.filter((name) => /foreign|unknown/.test(name))).toEqual([]);
    const told = JSON.stringify(talk.requests.at(-1)?.messages);
    expect(told).toContain('over stdio');
    expect(told).toContain('42');
    // The program runs with what the operator lent it, and with nothing else of ours.
    expect(told).toContain('LENT');
    expect(told).not.toMatch(/not-lent|MONGODB_URI|VANCE_/);
    // A refusal of the server's is told; the turn went on.
    expect(told).toMatch(/expected number/i);
  });

  it('stay invisible while exploring but for those the administrator vouched for; naming them runs nothing', async () => {
    const talk = await PlanTalk.open(cluster);
    await talk.say(
      'Plan it.',
      action('START_PLAN'),
      call('mcp_program_echo', { message: 'looked' }),
      call('mcp_program_toggle-simulated-logging'),
      // It hints that it only reads; nobody here has said so.
      call('mcp_web_echo', { message: 'sneaked' }),
      propose(),
    );
    expect(ofServers(talk.offered())).toEqual(['mcp_program_echo', 'mcp_program_get-env']);
    const told = JSON.stringify(talk.requests.at(-1)?.messages);
    expect(told).toContain('looked');
    expect(told.match(/TOOL_NOT_ALLOWED_IN_MODE/g)).toHaveLength(2);
    const account = await cluster.account();
    await eventually(async () => {
      const audit = await account.get<{ items: unknown[] }>('/api/v1/audit?limit=200');
      expect(JSON.stringify(audit.items)).toMatch(/mcp_web_echo/);
    });
  });

  it('are chosen by a recipe through the labels of all servers, or of one', async () => {
    const offeredUnder = async (tools: object) => {
      const recipe = { name: 'own', title: 'Own', description: 'd', engine: 'arthur', tools };
      const path = '/api/v1/projects/e2e/documents/recipes/own.yaml';
      await (await cluster.account()).put(path, JSON.stringify(recipe), 'application/yaml');
      const talk = await PlanTalk.open(cluster, 'own');
      await talk.say('Hello.', answer('Hello.'));
      const servers = talk.offered().map((name) => /^mcp_([a-z]+)_/.exec(name)?.[1] ?? 'ours');
      return [...new Set(servers)].sort();
    };
    expect(await offeredUnder({ deny: ['@mcp-web'] })).toEqual(['ours', 'program']);
    expect(await offeredUnder({ deny: ['@mcp'] })).toEqual(['ours']);
    expect(await offeredUnder({ allow: ['@mcp', '-@mcp-program'] })).toEqual(['ours', 'web']);
  });

  it('that are lost in a call leave the process alive, and come back with their server', async () => {
    const talk = await PlanTalk.open(cluster);
    const slow = call('mcp_web_trigger-long-running-operation', { duration: 60, steps: 60 });
    talk.script(slow, answer('It is gone.'));
    await talk.send('Wait for it.');
    await talk.conversation.connection.began('mcp_web_trigger-long-running-operation');
    overHttp.kill('SIGKILL');
    await once(overHttp, 'exit');
    await talk.conversation.connection.says('It is gone.');
    expect(talk.told()).toMatch(/OUTCOME_UNKNOWN/);
    const without = await talk.say('And now?', answer('Without it.'));
    expect(without.status).toBe('IDLE');
    expect(ofServers(talk.offered()).filter((name) => name.startsWith('mcp_web'))).toEqual([]);
    expect(ofServers(talk.offered())).toContain('mcp_program_echo');

    overHttp = await serve(port);
    await talk.untilOffered('mcp_web_echo');
  });

  it('are refused when saved: an address that may not be asked, a command, a broken file', async () => {
    const account = await cluster.account();
    const put = (servers: object) =>
      account.put(PATH, JSON.stringify({ servers }), 'text/plain').then(
        () => 'saved',
        (error: unknown) => JSON.stringify(error instanceof WireRefusal ? error.details : error),
      );
    const refused = /MCP_SERVERS_INVALID/;
    expect(await put({ a: { url: 'https://169.254.169.254/mcp' } })).toMatch(refused);
    expect(await put({ a: { url: 'http://127.0.0.1:1/mcp' } })).toMatch(refused);
    expect(await put({ a: { command: 'rm', args: ['-rf', '/'] } })).toMatch(refused);
    expect(await put({ a: { url: 'https://x.example', use: 'everything' } })).toMatch(refused);
    expect(await put({ A_b: { use: 'everything' } })).toMatch(refused);
  });
});
