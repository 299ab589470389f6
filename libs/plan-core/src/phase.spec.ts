import { planPhaseSchema, type PlanPhase } from '@vance/protocol';
import { canTransition, walk } from './phase';

const ALLOWED = new Set([
  'none→drafting',
  'drafting→ready',
  'ready→drafting',
  'ready→approved',
  'approved→executing',
  'executing→blocked',
  'executing→completed',
  'blocked→drafting',
  'blocked→executing',
]);
const phases = planPhaseSchema.options;
const pairs = phases.flatMap((from) => phases.map((to): [PlanPhase, PlanPhase] => [from, to]));

describe('canTransition', () => {
  it.each(pairs)('judges %s → %s by the table of 1.4', (from, to) => {
    expect(canTransition(from, to)).toBe(ALLOWED.has(`${from}→${to}`));
  });

  it.each([
    ['__proto__', 'drafting'],
    ['constructor', 'name'],
    ['drafting', '__proto__'],
    ['', ''],
    ['READY', 'approved'],
  ])('lets the unknown names %p → %p go nowhere', (from, to) => {
    expect(canTransition(from, to)).toBe(false);
  });
});

describe('walk', () => {
  it('goes hop by hop', () => {
    expect(walk('ready', 'approved', 'executing', 'completed')).toBe('completed');
  });

  it('throws where a hop is no edge, also when both ends are legal', () => {
    expect(() => walk('ready', 'executing')).toThrow('from ready to executing');
  });
});
