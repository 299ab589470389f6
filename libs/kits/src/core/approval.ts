import type { PlanVersion } from '@vance/protocol';

/**
 * Whether a person has approved exactly this content by approving a plan: its text names the whole hash, and the user
 * gave the verdict with a button, by REST or in the inbox. Words in a chat do not count, since a model reads them.
 */
export function approvesKit(plan: PlanVersion, hash: string, userId: string): boolean {
  const verdict = plan.decisions.find(
    ({ verdict, source, decidedBy }) =>
      verdict === 'approve' && source !== 'chat' && decidedBy === userId,
  );
  const texts = [plan.plan, plan.summary, ...plan.todos.map(({ content }) => content)];
  return verdict !== undefined && texts.some((text) => text.includes(hash));
}
