import { fallbackFor, mayCorrect } from './pacemaker';
import { sentence, sentenceLanguages } from './sentences';

const todo = (status: 'PENDING' | 'COMPLETED') => ({ id: 'a', content: 'Do a', status });

describe('corrections', () => {
  it.each([
    [0, 0, false],
    [0, 2, true],
    [1, 2, true],
    [2, 2, false],
    [3, 4, true],
  ])('%i given of %i: %s', (given, budget, may) => {
    expect(mayCorrect(given, budget)).toBe(may);
  });
});

describe('the fallback', () => {
  it("is the model's own text, if there is any", () => {
    expect(fallbackFor('Paris.', { mode: 'NORMAL', todos: [] }, 'en')).toEqual({
      kind: 'text',
      content: 'Paris.',
    });
  });

  it.each(['[Paris](https://example.org) is it.', '[ ] first', '[1] says so.'])(
    'takes words in brackets for words: %j',
    (text) => {
      expect(fallbackFor(text, { mode: 'NORMAL', todos: [] }, 'en').kind).toBe('text');
    },
  );

  it('is no longer than a message may be', () => {
    const { content } = fallbackFor('x'.repeat(5_000_000), { mode: 'NORMAL', todos: [] }, 'en');
    expect(content).toHaveLength(262_144);
  });

  it.each([
    '{"type":"ANSWER","mess',
    '[{"a',
    '```json\n{"a":1}\n```',
    '[1,2]',
    'I call {"type": "ANSWER"} now',
  ])('never shows machinery: %j', (text) => {
    expect(fallbackFor(text, { mode: 'NORMAL', todos: [] }, 'en').kind).toBe('lost');
  });

  it('is a summary where everything is done', () => {
    const fallback = fallbackFor('', { mode: 'EXECUTING', todos: [todo('COMPLETED')] }, 'de');
    expect(fallback).toEqual({
      kind: 'summary',
      content: expect.stringMatching(/erledigt:\n- Do a$/),
    });
  });

  it('is one friendly sentence where nothing is done, or there is nothing to do', () => {
    expect(fallbackFor('', { mode: 'EXECUTING', todos: [todo('PENDING')] }, undefined).kind).toBe(
      'lost',
    );
    expect(fallbackFor('', { mode: 'EXECUTING', todos: [] }, undefined).kind).toBe('lost');
  });
});

describe('sentences', () => {
  it('speak at least six languages, and English to everybody else', () => {
    expect(sentenceLanguages).toEqual(expect.arrayContaining(['en', 'de', 'fr', 'es', 'zh', 'ja']));
    const spoken = new Set(sentenceLanguages.map((language) => sentence('lost', language)));
    expect(spoken.size).toBe(sentenceLanguages.length);
    for (const language of ['xx', '', 'constructor', undefined])
      expect(sentence('lost', language)).toBe(sentence('lost', 'en'));
    expect(sentence('lost', 'de-AT')).toBe(sentence('lost', 'de'));
    expect(sentence('lost', 'zh_Hans')).toBe(sentence('lost', 'zh'));
  });
});
