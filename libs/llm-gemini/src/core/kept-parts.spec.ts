import fc from 'fast-check';
import { keep, partsOfTurn, type KeptPart } from './kept-parts';

const call = (id: string, args = '{}') => ({ id, name: 'look', arguments: args });
const wire = (id: string, signature?: string) => ({
  functionCall: { id, name: 'look', args: {} },
  ...(signature ? { thoughtSignature: signature } : {}),
});

describe('an answer that goes back to its model', () => {
  it('report 53: has its thoughts, words and calls in their order, each with its own signature', () => {
    const signature = fc.option(fc.base64String({ minLength: 1 }), { nil: undefined });
    const part = fc.oneof(
      fc.record({ words: fc.string({ minLength: 1 }), signature }),
      fc.record({ called: fc.constant(true), signature }),
      fc.record({ thought: fc.string(), signature: fc.base64String({ minLength: 1 }) }),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const signs = parts.some((p) => p.signature !== undefined);
        fc.pre(signs);
        const turn = { text: '', toolCalls: [] as ReturnType<typeof call>[] };
        const expected: unknown[] = [];
        const kept = parts.map((p): KeptPart => {
          const signed = p.signature ? { thoughtSignature: p.signature } : {};
          const rest = p.signature ? { signature: p.signature } : {};
          if ('words' in p) {
            turn.text += p.words;
            expected.push({ text: p.words, ...signed });
            return { text: p.words.length, ...rest };
          }
          if ('thought' in p) {
            expected.push({ text: p.thought, thought: true, ...signed });
            return { thought: p.thought, ...rest };
          }
          const index = turn.toolCalls.length;
          turn.toolCalls.push(call(`c${index}`));
          expected.push(wire(`c${index}`, p.signature));
          return { call: index, ...rest };
        });
        // As it comes back from the database.
        const provider: unknown = JSON.parse(JSON.stringify(keep('m', kept)));
        const stored = { ...turn, provider: provider as Record<string, unknown> };
        expect(partsOfTurn(stored, 'm')).toEqual(expected);
      }),
    );
  });

  it('keeps the signatures of its calls when its text was shortened since', () => {
    const provider = keep('m', [{ text: 500 }, { call: 0, signature: 's' }]);
    const turn = { text: 'short', toolCalls: [call('a')], provider };
    expect(partsOfTurn(turn, 'm')).toEqual([{ text: 'short' }, wire('a', 's')]);
  });

  it('goes without arguments where they were no JSON object', () => {
    const turn = { text: '', toolCalls: [call('a', '{"n":'), call('b', '[1]')] };
    expect(partsOfTurn(turn, 'm')).toEqual([wire('a'), wire('b')]);
  });
});

it.each([
  ['look', 'look'],
  ['files.read:all-now', 'files.read:all-now'],
  ['print(look)', 'print_look_'],
  ['1st', '_st'],
  ['', '_'],
  ['x'.repeat(70), 'x'.repeat(64)],
])('a call of %p goes back as one of %p, which Gemini takes', (name, wired) => {
  const turn = { text: '', toolCalls: [{ id: 'a', name, arguments: '{}' }] };
  expect(partsOfTurn(turn, 'm')[0]?.functionCall?.name).toBe(wired);
});

describe('an answer that goes to another model', () => {
  const provider = keep('gemini-2.5-pro', [{ call: 0, signature: 's' }, { call: 1 }]);
  const turn = { text: '', toolCalls: [call('a'), call('b')], provider };

  it('goes without the signatures, which only their model can read', () => {
    expect(partsOfTurn(turn, 'gemini-2.5-flash')).toEqual([wire('a'), wire('b')]);
  });

  it('says so on its first call where the model refuses calls without a signature', () => {
    const [first, second] = partsOfTurn(turn, 'gemini-3-pro-preview');
    expect(first).toEqual(wire('a', 'skip_thought_signature_validator'));
    expect(second).toEqual(wire('b'));
  });
});

it('nothing is kept of an answer without signatures, nor of one whose signatures would fill the process', () => {
  expect(keep('m', [{ text: 3 }, { call: 0 }])).toBeUndefined();
  expect(keep('m', [{ call: 0, signature: 'x'.repeat(600_000) }])).toBeUndefined();
});
