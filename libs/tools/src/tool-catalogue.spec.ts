import type { ClientToolSet } from '@vance/data';
import { fakeTool } from './testing/fake-tool';
import { ToolCatalogue } from './tool-catalogue';
import { ToolRegistry } from './tool-registry';

const registry = new ToolRegistry();
registry.fill(
  [
    fakeTool('look', { labels: ['read-only'] }),
    fakeTool('change'),
    fakeTool('put', { idempotent: true }),
  ],
  { readOnly: ['look'], withEffect: ['change', 'put'] },
);
const clientSet = (more: Partial<ClientToolSet> = {}, ...names: string[]): ClientToolSet => ({
  connectionId: 'cnn_1',
  brainId: 'brn_1',
  userId: 'usr_1',
  profile: 'foot',
  tools: names.map((name) => ({
    name,
    description: name,
    inputSchema: { type: 'object' },
    labels: ['read-only'],
  })),
  ...more,
});
const owner = (...clientTools: ClientToolSet[]) => ({ userId: 'usr_1', clientTools });

describe('the tool catalogue', () => {
  let catalogue: ToolCatalogue;
  beforeEach(() => {
    catalogue = new ToolCatalogue(registry);
  });
  const names = (...question: Parameters<ToolCatalogue['available']>): string[] =>
    catalogue.available(...question).map(({ name }) => name);

  it('offers server tools and those of the owner’s connections', () => {
    expect(names(owner(clientSet({}, 'client_look')), {})).toEqual([
      'change',
      'look',
      'put',
      'client_look',
    ]);
  });

  it('offers nothing of another user’s connection', () => {
    expect(names(owner(clientSet({ userId: 'usr_2' }, 'client_look')), {})).not.toContain(
      'client_look',
    );
  });

  it('never lets a client shadow a server tool, even where one got into the document', () => {
    const [descriptor] = catalogue
      .available(owner(clientSet({}, 'change')), { allow: ['change'] })
      .filter(({ name }) => name === 'change');
    expect(descriptor?.source).toBe('server');
  });

  it('honours the labels of the owner’s client by default', () => {
    const [tool] = catalogue.available(owner(clientSet({}, 'client_look')), {
      allow: ['client_look'],
    });
    expect(tool?.labels).toEqual(['read-only']);
  });

  it('honours them only for listed tools under an allow list', () => {
    const process = owner(clientSet({}, 'client_look', 'client_wipe'));
    const policy = { mode: 'allowlist', readOnly: ['client_look'] } as const;
    expect(names(process, { allow: ['@read-only'] }, policy)).toEqual(['look', 'client_look']);
    const wipe = catalogue.available(process, { allow: ['client_wipe'] }, policy)[0];
    expect(wipe?.labels).toEqual([]);
    expect(wipe && catalogue.effectOf(wipe)).toBe('write');
  });

  it('gives the same array for the same question, whoever asks', () => {
    const first = catalogue.available(owner(clientSet({}, 'client_look')), { allow: ['look'] });
    const second = catalogue.available(owner(clientSet({}, 'client_look')), { allow: ['look'] });
    expect(second).toBe(first);
    expect(catalogue.available(owner(), { allow: ['look'] })).not.toBe(first);
    expect(catalogue.available(owner(), { deny: ['look'] })).not.toBe(first);
  });

  it('tells what a call may do twice', () => {
    const effects = catalogue.available(owner(), {}).map((tool) => catalogue.effectOf(tool));
    expect(effects).toEqual(['write', 'read', 'idempotent']);
  });

  it('rejects a registration under a name that a server tool has', () => {
    const { rejected } = catalogue.validateRegistration([{ name: 'look' }]);
    expect(rejected.map(({ name }) => name)).toEqual(['look']);
  });
});
