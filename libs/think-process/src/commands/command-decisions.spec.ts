import type { ProcessDocument } from '@vance/data';
import { tenantScope } from '@vance/kernel';
import { newProcess } from '../sessions/new-process';
import { type Command, commandDecisions } from './command-decisions';

const idle: ProcessDocument = {
  ...newProcess(tenantScope('acme'), {
    project: 'demo',
    sessionId: 'ses_1',
    userId: 'usr_1',
    name: 'chat',
    engine: 'arthur',
    recipe: 'default',
    profile: 'api',
  }),
  status: 'IDLE',
};
const turn = {
  id: 'trn_1',
  taken: [],
  firstN: 1,
  attempts: 1,
  iteration: 0,
  corrections: 0,
  startedAt: new Date(0),
  startedMode: 'NORMAL' as const,
  firstStep: 0,
  spoke: false,
};
const running: ProcessDocument = { ...idle, status: 'RUNNING', turn };
const asking: ProcessDocument = { ...idle, status: 'BLOCKED', waitingFor: 'user' };

function decide(command: Command, process: ProcessDocument) {
  const decision = commandDecisions[command](process, 'usr_1');
  return decision.kind === 'none' ? 'none' : decision.patch;
}

describe('halt', () => {
  it('changes nothing while nothing runs', () => {
    expect(decide('halt', idle)).toBe('none');
    expect(decide('halt', asking)).toBe('none');
    expect(decide('halt', { ...running, status: 'PAUSED' })).toBe('none');
  });

  it('leaves a flag for whoever holds the lane, and only one', () => {
    const halt = { at: expect.any(Date), by: 'usr_1' };
    expect(decide('halt', running)).toEqual({ halt, due: 'now' });
    expect(decide('halt', { ...running, halt: { at: new Date(), by: 'x' } })).toBe('none');
  });
});

describe('pause and resume', () => {
  it('remember what the process waited for', () => {
    expect(decide('pause', asking)).toMatchObject({
      state: { status: 'PAUSED', waitingFor: undefined },
      pausedFrom: { status: 'BLOCKED', waitingFor: 'user' },
    });
    const paused: ProcessDocument = {
      ...asking,
      status: 'PAUSED',
      waitingFor: undefined,
      pausedFrom: { status: 'BLOCKED', waitingFor: 'user' },
    };
    expect(decide('resume', paused)).toMatchObject({
      state: { status: 'BLOCKED', waitingFor: 'user' },
      pausedFrom: null,
      due: 'now',
    });
  });

  it('let the run go on', () => {
    const paused: ProcessDocument = {
      ...running,
      status: 'PAUSED',
      pausedFrom: { status: 'RUNNING' },
    };
    expect(decide('resume', paused)).toMatchObject({ state: { status: 'RUNNING' } });
    expect(decide('resume', { ...paused, turn: undefined })).toMatchObject({
      state: { status: 'IDLE' },
    });
  });

  it('change nothing when it is so already', () => {
    expect(decide('pause', { ...idle, status: 'PAUSED' })).toBe('none');
    expect(decide('resume', idle)).toBe('none');
    expect(decide('pause', { ...idle, status: 'CLOSED' })).toBe('none');
  });
});

describe('close', () => {
  it('takes the lane from its holder and ends the turn', () => {
    expect(decide('close', running)).toMatchObject({
      state: { status: 'CLOSED' },
      closeReason: 'user',
      freeLane: true,
      turn: null,
      run: null,
    });
  });

  it('tells of the end once', () => {
    const patch = decide('close', idle);
    expect(patch === 'none' ? [] : patch.entry?.events.map((event) => event.type)).toEqual([
      'process-closed',
      'process-progress',
    ]);
    expect(decide('close', { ...idle, status: 'CLOSED' })).toBe('none');
  });
});
