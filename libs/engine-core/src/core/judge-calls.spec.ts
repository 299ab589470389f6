import type { StepCall } from '@vance/data';
import type { ToolDescriptor } from '@vance/tools';
import { judgeCalls, REFUSAL_LIMIT, refusedTooOften } from './judge-calls';

const look: ToolDescriptor = {
  name: 'look',
  description: '',
  inputSchema: {},
  labels: ['read-only'],
  source: 'server',
};

describe('the calls of an answer', () => {
  it('are intended inside the manifest and refused outside, with the allowed names', () => {
    const calls = judgeCalls(
      [
        { id: '1', name: 'look', arguments: '{}' },
        { id: '2', name: 'LOOK', arguments: '{}' },
        { id: '3', name: 'change', arguments: '{}' },
      ],
      [look],
      'EXPLORING',
      () => 'read',
      () => 'cal',
    );
    expect(calls.map((call) => call.state)).toEqual(['INTENDED', 'REFUSED', 'REFUSED']);
    expect(calls[2]?.result).toMatch(/TOOL_NOT_ALLOWED_IN_MODE.*EXPLORING.*look/);
    expect(calls[2]?.result).not.toContain('change');
  });

  it('end the turn at the tenth refusal of one tool', () => {
    const refusal = (tool: string): StepCall => ({
      callId: 'c',
      tool,
      effect: 'write',
      state: 'REFUSED',
    });
    const steps = (tool: string, count: number) =>
      Array.from({ length: count }, () => ({ calls: [refusal(tool)] }));
    expect(refusedTooOften(steps('a', REFUSAL_LIMIT - 1), 'act')).toBe(false);
    expect(refusedTooOften([...steps('a', 5), ...steps('b', 5)], 'act')).toBe(false);
    expect(refusedTooOften(steps('a', REFUSAL_LIMIT), 'act')).toBe(true);
    expect(refusedTooOften(steps('act', REFUSAL_LIMIT), 'act')).toBe(false);
  });
});
