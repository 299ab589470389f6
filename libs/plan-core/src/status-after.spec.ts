import { statusAfter, type TurnEnd } from './status-after';
import { completed, executing, exploring, planning, record, state } from './testing/builders';

const idle = { status: 'IDLE' };
const forUser = { status: 'BLOCKED', waitingFor: 'user' };
const forChild = { status: 'BLOCKED', waitingFor: 'child' };
const blocked = state({ mode: 'EXECUTING', plan: record({ phase: 'blocked' }) });
const anywhere = [state(), exploring(), planning(), executing(), completed(), blocked];

it.each<TurnEnd>(['REJECT', 'RELAY', 'START_PLAN', 'START_EXECUTION'])('%s ends IDLE', (end) => {
  for (const process of anywhere) expect(statusAfter(end, process)).toEqual(idle);
});

it.each<TurnEnd>(['PROPOSE_PLAN', 'ASK_USER', 'SILENT_GUARD', 'FALLBACK'])(
  '%s waits for the user',
  (end) => {
    for (const process of anywhere) expect(statusAfter(end, process)).toEqual(forUser);
  },
);

it.each([
  ['NORMAL', state(), idle, idle],
  ['EXPLORING', exploring(), forUser, forUser],
  ['PLANNING', planning(), forUser, forUser],
  ['EXECUTING', executing(), idle, forChild],
  ['EXECUTING, completed', completed(), idle, forChild],
  ['EXECUTING, blocked', blocked, forUser, forUser],
])('ANSWER in %s', (_name, process, alone, withChild) => {
  expect(statusAfter('ANSWER', process)).toEqual(alone);
  expect(statusAfter('ANSWER', process, { liveChild: true })).toEqual(withChild);
});

it('DELEGATE and WAIT wait for a live child', () => {
  expect(statusAfter('DELEGATE', state(), { liveChild: true })).toEqual(forChild);
  expect(statusAfter('WAIT', state(), { liveChild: true })).toEqual(forChild);
});

it('WAIT without a child never waits for nobody', () => {
  expect(statusAfter('WAIT', state())).toEqual(forUser);
});

it('a halt waits for the user, outside NORMAL', () => {
  expect(statusAfter('HALT', state())).toEqual(idle);
  for (const process of anywhere.slice(1)) expect(statusAfter('HALT', process)).toEqual(forUser);
});
