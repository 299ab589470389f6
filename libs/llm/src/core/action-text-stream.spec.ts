import fc from 'fast-check';
import { ActionTextStream, SHOWN_FIELDS } from './action-text-stream';

function stream(json: string, size = 1) {
  const stream = new ActionTextStream();
  const pieces: string[] = [];
  for (let at = 0; at < json.length; at += size)
    pieces.push(stream.push(json.slice(at, at + size)));
  return { stream, pieces, text: pieces.join('') };
}

describe('the text of an action', () => {
  it('is shown while it arrives', () => {
    const stream = new ActionTextStream();
    expect(stream.push('{"type":"ANSWER","reason":"why","mess')).toBe('');
    expect(stream.push('age":"Hello ')).toBe('Hello ');
    expect(stream.push('you","options":[{"label":"')).toBe('you');
    expect(stream.push('A","value":"message"}]}')).toBe('');
    expect(stream.text).toBe('Hello you');
    expect(stream.actionType).toBe('ANSWER');
  });

  it('of five megabytes in small pieces is read piece by piece, not as a whole each time', () => {
    const plan = 'x'.repeat(5_000_000);
    const json = JSON.stringify({ type: 'PROPOSE_PLAN', plan });
    expect(stream(json, 40).text).toBe(plan);
  });

  it.each([
    ['ANSWER', 'message'],
    ['ASK_USER', 'message'],
    ['PROPOSE_PLAN', 'plan'],
  ])('of %s is its %s', (type, field) => {
    const action = { type, summary: 'no', message: 'no', plan: 'no', [field]: 'this one' };
    expect(stream(JSON.stringify(action)).text).toBe('this one');
  });

  it('of other actions is nothing', () => {
    const action = { type: 'TODO_UPDATE', message: 'no', plan: 'no', updates: [{ id: 'message' }] };
    expect(stream(JSON.stringify(action)).text).toBe('');
  });

  it('is held until the type is known', () => {
    const stream = new ActionTextStream();
    expect(stream.push('{"message":"Hello","plan":"P",')).toBe('');
    expect(stream.push('"type":"ANSW')).toBe('');
    expect(stream.push('ER"}')).toBe('Hello');
  });

  it('is not looked for inside other values', () => {
    const json =
      '{"todos":[{"id":"a","type":"ANSWER","content":"}]\\"message\\":"}],"type":"ANSWER","message":"ok"}';
    expect(stream(json).text).toBe('ok');
  });

  it('is not a value that is no string', () => {
    expect(stream('{"type":"ANSWER","message":null,"reason":"r"}').text).toBe('');
    expect(stream('{"type":"ANSWER","message":{"message":"no"}}').text).toBe('');
  });

  it('never holds half a character', () => {
    const json = '{"type":"ANSWER","message":"a\\ud83d\\ude42b🙂c\\ud83dd\\ude42e"}';
    const { text, pieces } = stream(json);
    expect(text).toBe('a🙂b🙂c\ufffdd\ufffde');
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  });

  it('ends where the JSON breaks, without a throw', () => {
    for (const json of [
      'nonsense',
      '[1]',
      '{type:"ANSWER"}',
      '{"type" "ANSWER"',
      '{"type":"ANSWER"}}}',
    ]) {
      expect(stream(json).text).toBe('');
    }
  });
});

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.dictionary(fc.string(), fc.string()), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '/', '\n', '\ud83d', '\ude42', 'u', 'a', ',', '}'),
  }),
);

/** A JSON string of these very UTF-16 units, escaped at random where that is free. */
function quote(content: string, escapes: readonly boolean[]): string {
  const units = [...Array(content.length).keys()].map((i) => {
    const code = content.charCodeAt(i);
    const free = code >= 0x20 && code !== 0x22 && code !== 0x5c;
    if (free && !escapes[i % escapes.length]) return content.charAt(i);
    const short = JSON.stringify(content.charAt(i)).slice(1, -1);
    return i % 2 && !free ? short : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${units.join('')}"`;
}

function write(fields: readonly (readonly [string, unknown])[], escapes: readonly boolean[]) {
  const one = (v: unknown) => (typeof v === 'string' ? quote(v, escapes) : JSON.stringify(v));
  return `{ ${fields.map(([k, v]) => `${quote(k, escapes)} : ${one(v)}`).join(' ,\n')} }`;
}

it('agrees with JSON.parse on any action, in any key order, cut anywhere', () => {
  const actions = fc.record({
    type: fc.constantFrom('ANSWER', 'ASK_USER', 'PROPOSE_PLAN', 'TODO_UPDATE', 'toString', ''),
    message: fc.option(text),
    plan: fc.option(text),
    others: fc.dictionary(fc.string(), value, { maxKeys: 4 }),
    order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    escapes: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    cuts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
  });
  fc.assert(
    fc.property(actions, ({ type, message, plan, others, order, escapes, cuts }) => {
      const all = Object.entries({ ...others, type, message, plan });
      const sorted = all
        .map((entry, i) => ({ entry, key: order[i % order.length] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ entry }) => entry);
      const json = write(sorted, escapes);
      const parsed = JSON.parse(json) as Record<string, unknown>;
      const field = new Map(Object.entries(SHOWN_FIELDS)).get(type);
      const wanted = field === undefined ? undefined : parsed[field];

      const stream = new ActionTextStream();
      let told = '';
      for (let at = 0, i = 0; at < json.length; i++) {
        const size = cuts[i % cuts.length] ?? 1;
        const piece = stream.push(json.slice(at, at + size));
        expect(piece.isWellFormed()).toBe(true);
        told += piece;
        at += size;
      }
      expect(told).toBe(typeof wanted === 'string' ? wanted.toWellFormed() : '');
      expect(stream.text).toBe(told);
    }),
    { numRuns: 500 },
  );
});
