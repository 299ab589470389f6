import type { AssistantTurn } from '@vance/protocol';
import { answerSize, fitsRun, keptAnswer } from './answer-size';

const answer = (args: string, text = ''): AssistantTurn => ({
  text,
  toolCalls: [{ id: 'c1', name: 'arthur_action', arguments: args }],
});
const MEGABYTES = 5_000_000;

it('an answer of ordinary size is kept as it came', () => {
  const one = answer(JSON.stringify({ plan: 'x'.repeat(100 * 1024) }));
  expect(keptAnswer(one, 0)).toBe(one);
});

it('less is kept whole in a run that holds much already', () => {
  const one = answer(JSON.stringify({ plan: 'x'.repeat(20 * 1024) }));
  expect(keptAnswer(one, 0)).toBe(one);
  expect(answerSize(keptAnswer(one, MEGABYTES))).toBeLessThan(2_000);
});

it.each([
  ['a giant plan', { type: 'PROPOSE_PLAN', plan: 'x'.repeat(MEGABYTES), summary: 's' }],
  ['a giant list', { type: 'PROPOSE_PLAN', todos: Array.from({ length: 50_000 }, () => 'todo') }],
])('%s that was refused is kept in brief, as JSON of its type', (_name, action) => {
  const kept = keptAnswer(answer(JSON.stringify(action)), 0);
  expect(answerSize(kept)).toBeLessThan(20_000);
  expect(JSON.parse(kept.toolCalls[0]?.arguments ?? '')).toMatchObject({ type: 'PROPOSE_PLAN' });
});

it.each([
  ['no JSON', 'x'.repeat(MEGABYTES)],
  ['nested too deeply', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  [
    'all keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [i, i]))),
  ],
])('arguments that are %s are still kept as short JSON', (_name, args) => {
  const [call] = keptAnswer(answer(args), 0).toolCalls;
  expect(JSON.parse(call?.arguments ?? '')).toEqual({ shortened: expect.any(String) });
});

it('a giant text is kept in brief', () => {
  expect(answerSize(keptAnswer(answer('{}', 'x'.repeat(MEGABYTES)), 0))).toBeLessThan(2_000);
});

it('what a provider wants back counts, and is kept of a giant answer only while it is small itself', () => {
  const signed = (text: string, signature: string) => ({
    ...answer('{}', text),
    provider: { signature },
  });
  expect(answerSize(signed('', 'x'.repeat(500)))).toBeGreaterThan(500);
  const giant = 'x'.repeat(MEGABYTES);
  expect(keptAnswer(signed(giant, 's'), 0).provider).toEqual({ signature: 's' });
  expect(answerSize(keptAnswer(signed('', giant), 0))).toBeLessThan(2_000);
});

it('calls are stored and run only while they fit into the process document', () => {
  const small = answer('{}');
  expect(fitsRun(small, 0)).toBe(true);
  expect(fitsRun(answer('x'.repeat(MEGABYTES)), 0)).toBe(false);
  expect(fitsRun(small, MEGABYTES)).toBe(false);
});
