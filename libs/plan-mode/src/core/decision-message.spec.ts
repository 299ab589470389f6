import type { PlanDecision, Verdict } from '@vance/protocol';
import { decisionMessage } from './decision-message';

const sender = { no: 7, id: 'msg_1', clientMessageId: 'req_1', userId: 'usr_1', at: new Date(0) };
const decision = (verdict: Verdict, comment?: string): PlanDecision => ({
  planVersion: 3,
  planHash: 'h',
  verdict,
  source: 'button',
  decidedBy: 'usr_1',
  decisionId: 'd-1',
  at: '2026-01-01T00:00:00.000Z',
  comment,
});

it('carries the comment and the verdict', () => {
  expect(decisionMessage(decision('reject', ' too risky\ud83d '), sender)).toEqual({
    ...sender,
    kind: 'decision',
    content: 'too risky\ufffd',
    meta: { planDecision: { planVersion: 3, verdict: 'reject', decisionId: 'd-1' } },
  });
});

it.each([
  ['approve', 'I approve plan version 3.'],
  ['edit', 'Please change plan version 3.'],
  ['reject', 'I reject plan version 3.'],
] as const)('%s without a comment is a plain sentence', (verdict, sentence) => {
  for (const comment of [undefined, '', '  ']) {
    expect(decisionMessage(decision(verdict, comment), sender).content).toBe(sentence);
  }
});
