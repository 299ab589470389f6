import { planPhaseSchema, processModeSchema } from '@vance/protocol';
import { isLegal } from './legal';
import { record, state } from './testing/builders';

const LEGAL: Record<string, string[]> = {
  NORMAL: ['none', 'drafting', 'ready', 'completed'],
  EXPLORING: ['drafting'],
  PLANNING: ['ready', 'drafting'],
  EXECUTING: ['executing', 'blocked', 'completed'],
};
const SWITCHED = ['executing', 'blocked', 'completed'];

describe.each(processModeSchema.options)('mode %s', (mode) => {
  it.each(planPhaseSchema.options)('beside phase %s', (phase) => {
    const plan = phase === 'none' ? null : record({ phase });
    expect(isLegal(state({ mode, plan }))).toBe(LEGAL[mode]!.includes(phase));
  });
});

it.each(SWITCHED)('EXPLORING stands beside %s after the switch of the user only', (phase) => {
  const plan = record({ phase: planPhaseSchema.parse(phase) });
  expect(isLegal(state({ mode: 'EXPLORING', plan, switchedFrom: 'EXECUTING' }))).toBe(true);
});
