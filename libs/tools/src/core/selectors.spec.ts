import { selectTools } from './selectors';

const tools = [
  { name: 'doc_read', labels: ['read-only', 'documents'] },
  { name: 'doc_create', labels: ['documents'] },
  { name: 'data_set', labels: ['data'] },
  { name: 'client_look', labels: ['read-only'] },
];
const names = (allow?: string[], deny?: string[]): string[] =>
  selectTools(tools, { allow, deny }).map(({ name }) => name);
const everything = tools.map(({ name }) => name);

describe('tool selectors', () => {
  it.each([
    ['without allow every tool is chosen', undefined, undefined, everything],
    ['an empty allow chooses every tool', [], undefined, everything],
    ['a name chooses its tool', ['data_set'], undefined, ['data_set']],
    ['a label chooses its tools', ['@documents'], undefined, ['doc_read', 'doc_create']],
    ['the recipe gives the order', ['data_set', 'doc_read'], undefined, ['data_set', 'doc_read']],
    ['a removal among additions wins', ['@documents', '-doc_create'], undefined, ['doc_read']],
    [
      'a removal wins where it stands first',
      ['-doc_create', '@documents'],
      undefined,
      ['doc_read'],
    ],
    [
      'a removed label wins over a name',
      ['doc_create', 'data_set', '-@documents'],
      undefined,
      ['data_set'],
    ],
    ['only removals leave the rest', ['-@read-only'], undefined, ['doc_create', 'data_set']],
    ['deny by name', undefined, ['data_set'], ['doc_read', 'doc_create', 'client_look']],
    ['deny by label', undefined, ['@read-only'], ['doc_create', 'data_set']],
    [
      'deny written as a removal',
      undefined,
      ['-data_set'],
      ['doc_read', 'doc_create', 'client_look'],
    ],
    ['deny wins over allow', ['doc_read', 'data_set'], ['data_set'], ['doc_read']],
    ['unknown names choose nothing', ['no_such_tool'], undefined, []],
    ['a client tool is chosen by name', ['client_look'], undefined, ['client_look']],
  ])('%s', (_rule, allow, deny, expected) => {
    expect(names(allow, deny)).toEqual(expected);
  });
});
