import { checkTemplate } from './check-template';
import { describeFault, type TemplateFault } from './fault';
import { LIMITS } from './limits';

function faultsOf(source: string): readonly TemplateFault[] {
  const checked = checkTemplate(source);
  return checked.ok ? [] : checked.error;
}

describe('checking a template', () => {
  it('tells every broken rule with its own line and column', () => {
    const faults = faultsOf('fine\n  {{ run() }}\n{{ a.constructor }}{{ b | nofilter }}');
    expect(faults.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['NOT_ALLOWED', 2, 9],
      ['NAME_NOT_ALLOWED', 3, 6],
      ['UNKNOWN_FILTER', 3, 27],
    ]);
  });

  it('tells a syntax error alone', () => {
    expect(faultsOf('{{ run() }}\n{% if %}').map(({ code, line }) => [code, line])).toEqual([
      ['SYNTAX', 2],
    ]);
  });

  it('says where a template ends too early', () => {
    expect(faultsOf('a\n{% if b %}c')).toMatchObject([{ code: 'SYNTAX', line: 2, column: 13 }]);
    expect(faultsOf('a\n{# open')).toMatchObject([{ code: 'SYNTAX', line: 2 }]);
  });

  it('names what there is where something is unknown', () => {
    expect(faultsOf('{{ a | nope }}')[0]?.message).toContain('default');
    expect(faultsOf('{{ a is nope }}')[0]?.message).toContain('defined');
    expect(faultsOf('{% nope %}')[0]?.message).toContain('include');
  });

  it('asks for parentheses where nunjucks reads something else than it looks', () => {
    expect(faultsOf('{{ not a == b }}')).toMatchObject([{ code: 'AMBIGUOUS' }]);
    expect(faultsOf('{{ not a + b }}')).toMatchObject([{ code: 'AMBIGUOUS' }]);
    expect(faultsOf('{{ a == b < c }}')).toMatchObject([{ code: 'AMBIGUOUS' }]);
    expect(faultsOf('{{ not (a == b) }}')).toEqual([]);
  });

  it('knows arguments by name only where nunjucks does', () => {
    expect(faultsOf("{{ a | sort(attribute='x') }}")).toEqual([]);
    expect(faultsOf("{{ a | sort(attr='x') }}")).toMatchObject([{ code: 'NOT_ALLOWED' }]);
    expect(faultsOf("{{ a | join(del='x') }}")).toMatchObject([{ code: 'NOT_ALLOWED' }]);
    expect(faultsOf('{{ a | upper(1) }}')).toMatchObject([{ code: 'NOT_ALLOWED' }]);
  });

  it('counts bytes, not characters', () => {
    expect(faultsOf('x'.repeat(LIMITS.sourceBytes))).toEqual([]);
    expect(faultsOf('ü'.repeat(LIMITS.sourceBytes / 2 + 1))).toMatchObject([{ code: 'TOO_LONG' }]);
  });

  it('allows thirty levels, and any number of alternatives in one', () => {
    expect(faultsOf(`${'{% if a %}'.repeat(30)}${'{% endif %}'.repeat(30)}`)).toEqual([]);
    expect(faultsOf(`{% if a %}${'{% elif b %}'.repeat(100)}{% endif %}`)).toEqual([]);
    expect(faultsOf(`{{ a${' ~ b'.repeat(100)}${' or c'.repeat(100)} }}`)).toEqual([]);
  });

  it('stops telling faults after twenty', () => {
    expect(faultsOf('{{ run() }}'.repeat(100))).toHaveLength(LIMITS.faults);
  });

  it('describes a fault in one line', () => {
    const fault = { code: 'SYNTAX', message: 'odd', line: 3, column: 4 } as const;
    expect(describeFault(fault)).toBe('line 3, column 4: odd');
    expect(describeFault({ ...fault, template: 'x' })).toBe('in x, line 3, column 4: odd');
  });
});
