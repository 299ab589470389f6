import { z } from 'zod';
import { arthurActionSchema } from '@vance/protocol';
import { actionToolOf } from './action-tool';
import { parseAction } from './parse-action';

const TYPES = ['ANSWER', 'START_PLAN'];
const schema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ANSWER'),
    reason: z.string(),
    message: z.string().min(1),
    goal: z.string().optional(),
  }),
  z.object({ type: z.literal('START_PLAN'), reason: z.string() }),
]);

describe('the action function', () => {
  it('is one flat object with every parameter, the same each time', () => {
    const tool = actionToolOf('arthur_action', TYPES);
    expect(actionToolOf('arthur_action', [...TYPES])).toBe(tool);
    const { properties, required } = z
      .object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) })
      .parse(tool.parameters);
    expect(required).toEqual(['type', 'reason']);
    expect(Object.keys(properties)).toEqual([
      ...[
        'type',
        'reason',
        'message',
        'options',
        'abandonPlan',
        'goal',
        'plan',
        'summary',
        'todos',
        'notes',
      ],
      ...['updates', 'add', 'recipe', 'task', 'name', 'project', 'target', 'text', 'itemTitle'],
    ]);
    expect(JSON.stringify(tool.parameters)).not.toContain('anyOf');
  });
});

describe('the arguments of an action', () => {
  const parse = (args: string) => parseAction(args, schema);

  it('are taken without what belongs to other types, and null means left out', () => {
    expect(parse('{"type":"ANSWER","reason":"r","message":"Hi.","goal":null,"plan":"x"}')).toEqual({
      ok: true,
      value: { type: 'ANSWER', reason: 'r', message: 'Hi.' },
    });
  });

  it("are taken without what the model adds to a plan's items, null included", () => {
    const todos = ['a', 'b', 'c'].map((id) => ({
      id,
      content: 'Do it',
      status: 'COMPLETED',
      risk: null,
    }));
    const args = { type: 'PROPOSE_PLAN', reason: 'r', plan: 'P', summary: 's', todos, goal: null };
    expect(parseAction(JSON.stringify(args), arthurActionSchema)).toEqual({
      ok: true,
      value: {
        ...{ type: 'PROPOSE_PLAN', reason: 'r', plan: 'P', summary: 's' },
        todos: ['a', 'b', 'c'].map((id) => ({ id, content: 'Do it' })),
      },
    });
  });

  it.each([' ', '\n', 'x'.repeat(262_145)])(
    'a message that is blank or giant is refused',
    (message) => {
      const args = JSON.stringify({ type: 'ANSWER', reason: 'r', message });
      expect(parseAction(args, arthurActionSchema)).toEqual({
        ok: false,
        error: expect.stringMatching(/^message: /),
      });
    },
  );

  it.each([
    ['{"type":"ANSWER","mess', /not complete JSON/],
    ['[]', /one JSON object/],
    ['"ANSWER"', /one JSON object/],
    ['{"type":"ANSWER","reason":"r"}', /message/],
    ['{"type":"DANCE","reason":"r"}', /type/],
    ['{"reason":"r"}', /type/],
  ])('%s is told what is wrong', (args, fault) => {
    expect(parse(args)).toEqual({ ok: false, error: expect.stringMatching(fault) });
  });
});
