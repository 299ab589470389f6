import { ModelCatalogue } from '@vance/llm';
import { modelFaults } from './model-faults';
import { judgeModelLayer, parseModelLayer } from './parse-model-layer';

const ground = {
  below: new ModelCatalogue({
    models: {},
    aliases: { 'default:chat': 'openai:a', 'team:spare': 'default:chat' },
  }),
  providers: new Set(['openai', 'gemini']),
};
const faultsOf = (text: string) => {
  const judged = judgeModelLayer(text, ground);
  return judged.ok ? [] : judged.error;
};
const row = (text: string) => `models:\n  openai:x:\n    ${text}\n`;

describe('a layer of ai-models.yaml is refused with line, key, rule and a right example:', () => {
  it.each<[string, string, number, string, RegExp]>([
    ['no YAML', 'a: [', 1, '', /./],
    ['a list', '- x\n', 1, '', /must be a mapping/],
    ['an unknown key', 'models: {}\nmodel: {}\n', 2, 'model', /no such key/],
    ['no mapping', 'models: [x]\n', 1, 'models', /must be a mapping/],
    ['an unknown key of a model', row('ctx: 1'), 3, 'models.openai:x.ctx', /no such key/],
    [
      'a price',
      row('pricing: { inputs: 1 }'),
      3,
      'models.openai:x.pricing.input',
      /required .a number/,
    ],
    ['a name', 'models:\n  qwen3: {}\n', 2, 'models.qwen3', /must be named provider:model/],
    ['a tier', row('tier: tiny'), 3, 'models.openai:x.tier', /one of small, large/],
    ['a negative number', row('maxTools: -1'), 3, 'models.openai:x.maxTools', /more than 0/],
    ['a broken number', row('maxTools: 1.5'), 3, 'models.openai:x.maxTools', /a whole number/],
    ['hours', row('timeoutSeconds: 9999'), 3, 'models.openai:x.timeoutSeconds', /at most 3600/],
    ['an alias of nothing', 'aliases:\n  a:a: ","\n', 2, 'aliases.a:a', /several by comma/],
    [
      'a long alias',
      `aliases:\n  a:a: "${'x'.repeat(513)}"\n`,
      2,
      'aliases.a:a',
      /512 characters long/,
    ],
  ])('%s', (_, text, line, key, rule) => {
    expect(faultsOf(text)[0]).toEqual({
      line,
      key,
      rule: expect.stringMatching(rule),
      example: expect.stringMatching(/\w: ./),
    });
  });

  it.each<[string, string, string, RegExp]>([
    ['an alias of itself', 'default:chat: default:chat', 'aliases.default:chat', /circle/],
    ['a circle with the layer below', 'default:chat: team:spare', 'aliases.default:chat', /circle/],
    ['an unknown provider', 'a:a: "openai:x, nope:model"', 'aliases.a:a', /no alias .* gemini, op/],
    ['a missing alias', 'a:a: no:alias', 'aliases.a:a', /no:alias, which is no alias/],
    ['no name of a model', 'a:a: qwen3', 'aliases.a:a', /qwen3, which is no alias/],
  ])('%s', (_, alias, key, rule) => {
    expect(faultsOf(`models: {}\naliases:\n  ${alias}\n`)[0]).toMatchObject({
      line: 3,
      key,
      rule: expect.stringMatching(rule),
    });
  });

  it('what it does to an alias of the layer below', () => {
    const row = Array.from(
      { length: 8 },
      (_, n) => `  x:${n}: ${n === 7 ? 'openai:a' : `x:${n + 1}`}`,
    );
    const [fault, ...more] = faultsOf(`aliases:\n${row.join('\n')}\n  default:chat: x:1\n`);
    expect(more).toEqual([]);
    expect(fault).toMatchObject({
      line: 1,
      key: 'aliases',
      rule: expect.stringMatching(/^with these, team:spare goes/),
    });
  });
});

it('an alias may name one of a lower layer, and models that nobody has described', () => {
  const text = 'aliases: { a:a: "team:spare, gemini:new", default:chat: openai:scripted }\n';
  expect(judgeModelLayer(text, ground).ok).toBe(true);
});

it('a table of aliases that would take for ever to follow is refused at once', () => {
  const twice = Array.from({ length: 900 }, (_, n) => `  x:a${n}: x:a${n + 1}, x:a${n + 1}`);
  const text = `aliases:\n${twice.join('\n')}\n  x:a900: openai:a\n  default:chat: x:a0\n`;
  expect(faultsOf(text).at(-1)?.rule).toMatch(/more than 8 aliases in a row/);
});

it('of very many faults the first ones are told', () => {
  const { data, message } = modelFaults.refusal(
    Array(400).fill(modelFaults.at(1, ['models'], 'is wrong')),
  );
  expect(data['errors']).toHaveLength(50);
  expect(message).toContain('(and 399 more)');
});

it('every example could be saved', () => {
  const keys = ['contextWindowTokens', 'maxOutputTokens', 'actionLoopCorrections', 'maxTools'];
  keys.push('capabilities', 'api', 'tier', 'timeoutSeconds', 'idleTimeoutSeconds', 'pricing');
  for (const key of keys)
    expect(parseModelLayer(row(modelFaults.at(1, [key], '').example))).toMatchObject({ ok: true });
  for (const key of ['models', 'aliases', 'nothing'])
    expect(parseModelLayer(modelFaults.at(1, [key], '').example)).toMatchObject({ ok: true });
});
