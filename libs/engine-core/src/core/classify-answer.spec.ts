import { classifyAnswer } from './classify-answer';

const TYPES = new Set(['ANSWER', 'START_PLAN']);
const classify = (text: string, ...names: string[]) =>
  classifyAnswer(
    { text, toolCalls: names.map((name, index) => ({ id: `c${index}`, name, arguments: '{}' })) },
    'arthur_action',
    TYPES,
    () => 'minted',
  );

describe('what a model answered', () => {
  it('is text where nothing is called', () => {
    expect(classify('  Paris. ')).toMatchObject({ kind: 'text', text: 'Paris.' });
    expect(classify('')).toMatchObject({ kind: 'text', text: '' });
  });

  it('is calls where only ordinary tools are called', () => {
    expect(classify('Let me look.', 'doc_read', 'doc_list').kind).toBe('calls');
  });

  it('is its first action, wherever it stands among other calls', () => {
    const answer = classify('', 'doc_read', 'arthur_action', 'arthur_action');
    expect(answer).toMatchObject({ kind: 'action', index: 1, call: { id: 'c1' } });
  });

  it.each([
    '{"type":"ANSWER","reason":"r","message":"Hi."}',
    'Here:\n```json\n{"type":"ANSWER","reason":"r","message":"Hi."}\n```',
  ])('is an action that stands in the text: %j', (text) => {
    const answer = classify(text);
    expect(answer).toMatchObject({
      kind: 'action',
      index: 0,
      call: { id: 'minted', name: 'arthur_action' },
    });
    expect(answer.turn).toEqual({
      text: '',
      toolCalls: [expect.objectContaining({ id: 'minted' })],
    });
  });

  it.each([
    '{"type":"unknown"}',
    '{"name":"x"}',
    '```json\n{"type":"ANSWER"}\n```\n```json\n{"type":"ANSWER"}\n```',
  ])('is text where no single known action stands in it: %j', (text) => {
    expect(classify(text).kind).toBe('text');
  });
});
