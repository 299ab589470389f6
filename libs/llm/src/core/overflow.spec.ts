import { ModelFault, type ModelMessage } from '../model-port';
import { MODEL_DEFAULTS } from './model-info';
import { overflowIn } from './overflow';

const info = {
  ...MODEL_DEFAULTS,
  contextWindowTokens: 100,
  name: 'a:x',
  provider: 'a',
  model: 'x',
};
const refused = (status: number) => new ModelFault('rejected', 'Bad Request', { status });
const kindOf = (fault: ModelFault, chars: number) => {
  const call = { id: 'c', name: 'look', arguments: '{}' };
  const messages: ModelMessage[] = [
    { role: 'user', content: 'x'.repeat(chars) },
    { role: 'assistant', turn: { text: '', toolCalls: [call] } },
    { role: 'tool', callId: 'c', name: 'look', content: '' },
  ];
  return overflowIn(fault, info, { messages, tools: [] }).kind;
};

it.each([
  [400, 320, 'context-overflow'],
  [400, 300, 'rejected'],
  [422, 320, 'rejected'],
  [401, 320, 'rejected'],
])('a bare %i of a question of %i characters to a window of 400 is %s', (status, chars, kind) => {
  expect(kindOf(refused(status), chars)).toBe(kind);
});

it('a fault of another kind stays what it is, and a refusal keeps its words and status', () => {
  expect(kindOf(new ModelFault('server', 'x', { status: 400 }), 9999)).toBe('server');
  const messages: ModelMessage[] = [{ role: 'user', content: 'x'.repeat(400) }];
  expect(overflowIn(refused(400), info, { messages, tools: [] })).toMatchObject({
    message: expect.stringContaining('Bad Request'),
    details: { status: 400 },
  });
});
