import { testProcess } from '@vance/data/testing';
import type { PlanDecision } from '@vance/protocol';
import { planModeState } from '@vance/plan-core';
import { moveRecord } from './move-record';

const decision: PlanDecision = {
  ...{ planVersion: 2, planHash: 'h', verdict: 'approve', source: 'chat' },
  ...{ decidedBy: 'usr_2', messageId: 'm-1', decisionId: 'd-1', at: '2026-01-01T00:00:00.000Z' },
};
const mover = { by: 'START_EXECUTION', userId: 'usr_1', turnId: 'trn_1' };

describe('the record of a move', () => {
  it('names the verdict and who gave it before the modes it moved, and the turn that read it', () => {
    const process = testProcess({ mode: 'PLANNING', agentMode: 'plan' });
    const state = { ...planModeState(process), mode: 'EXECUTING', agentMode: 'build' } as const;
    const plans = [{ kind: 'decided', version: 2, decision }] as const;
    const rows = moveRecord(process, { state, plans }, mover);
    const turn = { by: 'START_EXECUTION', turnId: 'trn_1' };
    expect(rows.map(({ action, actor, data }) => [action, actor, data])).toEqual([
      [
        'plan-decided',
        'usr_2',
        {
          ...{ planVersion: 2, verdict: 'approve', source: 'chat', decisionId: 'd-1' },
          turnId: 'trn_1',
        },
      ],
      ['agent-mode-changed', 'usr_1', { from: 'plan', to: 'build', ...turn }],
      ['mode-changed', 'usr_1', { from: 'PLANNING', to: 'EXECUTING', planVersion: 0, ...turn }],
    ]);
    expect(rows.every(({ target }) => target === process._id)).toBe(true);
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(3);
  });

  it('of a move that changes neither modes nor versions is empty', () => {
    const process = testProcess({ mode: 'EXECUTING' });
    const plans = [{ kind: 'archived', version: 1, reason: 'superseded' }] as const;
    expect(moveRecord(process, { plans }, mover)).toEqual([]);
    expect(moveRecord(process, { state: planModeState(process) }, mover)).toEqual([]);
  });
});
