import { testEntry, testMessage } from '../testing/test-process';
import { processUpdate } from './process-update';

const answer = { text: 'hm', toolCalls: [] };

describe('processUpdate', () => {
  it('puts everything that is expected into the filter, beside process and tenant', () => {
    const { filter } = processUpdate(
      'acme',
      'prc_1',
      { version: 3, accepted: 2, histN: 7, lane: { workerId: 'w', epoch: 5 } },
      {},
    );
    expect(filter).toEqual({
      _id: 'prc_1',
      tenantId: 'acme',
      version: 3,
      accepted: 2,
      'hist.n': 7,
      'lane.workerId': 'w',
      'lane.epoch': 5,
    });
  });

  it('makes a patch with state a move, and removes what is undefined in it', () => {
    const { update } = processUpdate(
      'acme',
      'p',
      {},
      {
        state: { status: 'BLOCKED', waitingFor: undefined, plan: null },
      },
    );
    expect(update).toEqual({
      $set: { status: 'BLOCKED', plan: null },
      $unset: { waitingFor: '' },
      $inc: { version: 1 },
    });
  });

  it('leaves version alone when a message is accepted', () => {
    const { filter, update } = processUpdate(
      'acme',
      'p',
      { accepted: 0 },
      {
        accept: {
          message: testMessage(1),
          recent: { clientMessageId: 'c1', id: 'msg_1', entryId: 'out_1' },
        },
      },
    );
    expect(update['$inc']).toEqual({ accepted: 1 });
    expect(filter['recent.clientMessageId']).toEqual({ $ne: 'c1' });
    expect(update['$currentDate']).toEqual({ dueAt: true });
  });

  it('makes whatever causes rows due', () => {
    const { update } = processUpdate('acme', 'p', {}, { entry: testEntry() });
    expect(update['$currentDate']).toEqual({ dueAt: true });
  });

  it('places a step by its index when results of an earlier one ride on the same write', () => {
    const { filter, update } = processUpdate(
      'acme',
      'p',
      {},
      {
        pushStep: { answer, calls: [] },
        stepCalls: { step: 0, calls: [], note: 'n' },
        stepsBefore: 1,
      },
    );
    expect(filter['run.steps']).toEqual({ $size: 1 });
    expect(update['$set']).toEqual({
      'run.steps.0.calls': [],
      'run.steps.0.note': 'n',
      'run.steps.1': { answer, calls: [] },
    });
  });

  it('joins a new run with the step pushed onto it', () => {
    const run = { continuations: 1, silentTurns: 0, firstN: 1, messages: [], steps: [] };
    const { update } = processUpdate('acme', 'p', {}, { run, pushStep: { answer, calls: [] } });
    expect(update).toEqual({ $set: { run: { ...run, steps: [{ answer, calls: [] }] } } });
  });
});
