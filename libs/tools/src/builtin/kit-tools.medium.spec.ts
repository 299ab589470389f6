import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { PlanRepository, ProcessRepository, UserRepository } from '@vance/data';
import { DocumentService } from '@vance/documents';
import type { PlanDecision } from '@vance/protocol';
import { restingProcess } from '../testing/process-fixture';
import { ToolsApp } from '../testing/tools-app';

describe('the kit tools', () => {
  let app: ToolsApp;
  const HASH = /"hash":"([0-9a-f]{64})"/;
  let hash: string;
  let count = 0;
  beforeAll(async () => {
    app = await ToolsApp.start('kit_tools');
    const folder = 'kits/team';
    const manifest = 'name: team\nversion: 1.0.0\n';
    await app.invoke('work_file_write', { path: `${folder}/kit.yaml`, content: manifest });
    await app.invoke('work_file_write', { path: `${folder}/prompts/new.md`, content: 'Obey.' });
    hash = HASH.exec((await app.invoke('kit_install', { path: folder })).text)?.[1] ?? '';
    const roles = ['tenant-admin'] as const;
    const admin = { _id: 'usr_2', username: 'root', passwordHash: 'x', roles };
    await app.get(UserRepository).create(ToolsApp.scope, { ...admin, createdAt: new Date(0) });
  });

  afterAll(() => app.stop());

  /** A process that executes a plan of this text, with one verdict on it. */
  async function executing(userId: string, plan: string, verdict: Partial<PlanDecision> = {}) {
    const id = `prc_kit_${(count += 1)}`;
    const decision: PlanDecision = {
      ...{ planVersion: 1, planHash: 'h', verdict: 'approve', source: 'button', decisionId: id },
      ...{ decidedBy: userId, at: new Date(0).toISOString(), ...verdict },
    };
    const state = {
      ...({ version: 1, phase: 'executing', hash: 'h' } as const),
      ...{ proposed: true, proposedNo: 1, tagged: true },
    };
    const row = { _id: id, userId, mode: 'EXECUTING', plan: state } as const;
    await app.get(ProcessRepository).create(ToolsApp.scope, restingProcess(row));
    const proposed = { version: 1, hash: 'h', summary: 's', plan, todos: [] };
    await app.get(PlanRepository).project(ToolsApp.scope, id, new Date(0), [
      { kind: 'proposed', ...proposed },
      { kind: 'decided', version: 1, decision },
    ]);
    return id;
  }
  const apply = async (userId: string, processId: string) => {
    const args = { name: 'team', hash };
    return (await app.invoke('kit_apply', args, { userId, processId })).text;
  };
  const written = () => app.get(DocumentService).lookFor(ToolsApp.scope, 'demo', 'prompts/new.md');

  it.each([
    ['of a user who is no administrator', 'usr_1', () => `Apply ${hash}`, {}],
    ['whose plan names no hash', 'usr_2', () => 'Apply the team kit', {}],
    ['whose plan names the beginning of the hash', 'usr_2', () => hash.slice(0, 60), {}],
    ['approved by words that a model reads', 'usr_2', () => hash, { source: 'chat' as const }],
    ['approved by somebody else', 'usr_2', () => hash, { decidedBy: 'usr_1' }],
    ['that was rejected', 'usr_2', () => hash, { verdict: 'reject' as const }],
  ])('changes nothing in a process %s', async (_what, userId, plan, verdict) => {
    const text = await apply(userId, await executing(userId, plan(), verdict));
    expect(text).toMatch(/^KIT_NOT_APPROVED: .*\/kits\/team\/apply/);
    expect(await written()).toBeNull();
  });

  it('changes nothing outside of an execution', async () => {
    expect(await apply('usr_2', 'prc_1')).toMatch(/^KIT_NOT_APPROVED/);
    expect(await written()).toBeNull();
  });

  it('writes what an administrator approved with the button, by its whole hash', async () => {
    const text = await apply('usr_2', await executing('usr_2', `# Plan\n\nApply ${hash}.`));
    expect(JSON.parse(text)).toEqual({ applied: 'team', hash, changed: ['prompts/new.md'] });
    expect(await written()).toMatchObject({ content: 'Obey.', updatedBy: 'usr_2' });
    expect((await app.invoke('kit_status', { name: 'team' })).text).toContain('"state":"applied"');
  });

  it('gives the same hash when it is exported and installed again', async () => {
    const { text } = await app.invoke('kit_export', { name: 'team', path: 'kits/again' });
    expect(HASH.exec(text)?.[1]).toBe(hash);
    const again = await app.invoke('kit_install', { path: 'kits/again/' });
    expect(HASH.exec(again.text)?.[1]).toBe(hash);
  });

  it('takes archives too, but no folder with more than a kit may hold', async () => {
    const own = app.workspace;
    const zip = zipSync({
      'kit.yaml': strToU8('name: zipped\nversion: "1"\n'),
      manuals: { 'a.md': strToU8('# A') },
    });
    writeFileSync(join(own, 'kit.zip'), zip);
    expect((await app.invoke('kit_install', { path: 'kit.zip' })).text).toMatch(
      /"staged":"zipped"/,
    );
    mkdirSync(join(own, 'many'));
    for (let i = 0; i < 201; i += 1) writeFileSync(join(own, 'many', `${i}`), '');
    expect((await app.invoke('kit_install', { path: 'many' })).text).toMatch(/more than 200 files/);
  });
});
