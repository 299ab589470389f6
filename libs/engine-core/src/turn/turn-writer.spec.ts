import { z } from 'zod';
import { testProcess } from '@vance/data/testing';
import type { ProcessWriter } from '@vance/think-process';
import type { ThinkEngineDefinition } from '../engine/think-engine';
import { TurnSession } from './turn-session';
import { TurnWriter } from './turn-writer';

const engine: ThinkEngineDefinition = {
  name: 'none',
  actionTool: 'none_action',
  actions: z.never(),
  actionTypes: [],
  ownActions: [],
  continuing: new Set(),
  promptBase: 'none',
  applyOwn: () => {
    throw new Error('no action is played here');
  },
};

it('a hint heard while a write was under way stays: a write brings back only what it changed', async () => {
  const process = testProcess({});
  const session = new TurnSession(process, engine);
  const written = { ...process, version: process.version + 1 };
  const processes: Pick<ProcessWriter, 'write'> = {
    write: (_scope, _id, _decide) => {
      session.noteMoved();
      return Promise.resolve({
        ...{ kind: 'changed', process: written, projected: Promise.resolve({ seq: 0, rows: [] }) },
        result: null,
      } as never);
    },
  };
  const writer = new TurnWriter(processes as ProcessWriter, { warn: () => undefined } as never);
  expect(session.isStale).toBe(false);
  await writer.write(session, () => ({ kind: 'none', result: null }));
  expect(session.process).toBe(written);
  expect(session.isStale).toBe(true);

  // A read that began after it has seen what the hint told of.
  session.beginRead()(written);
  expect(session.isStale).toBe(false);
});
