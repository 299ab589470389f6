import { BundledFiles } from '@vance/config';
import { DomainError } from '@vance/kernel';
import { parseRecipe } from './parse-recipe';
import { recipeEngines } from './engine-params';
import { playable } from './recipe';
import { RecipeCheck, recipeNameOf } from './recipe-check';
import type { YamlRuleFault } from '../faults/yaml-faults';

const head = 'name: mine\ntitle: Mine\ndescription: d\nengine: arthur\n';
const faultsOf = (yaml: string): readonly YamlRuleFault[] => {
  const parsed = parseRecipe(yaml, 'mine');
  return parsed.ok ? [] : parsed.error;
};

describe('a recipe', () => {
  it('needs only name, title, description and engine; the rest has defaults', () => {
    const parsed = parseRecipe(head, 'mine');
    if (!parsed.ok) throw new Error('refused');
    expect(playable(parsed.value)).toEqual({
      ...{ name: 'mine', title: 'Mine', description: 'd', engine: 'arthur' },
      params: {
        planMode: 'auto',
        approval: 'inferred',
        planOutputViaInbox: false,
        readOnlyToolsAdd: [],
        readOnlyToolsRemove: [],
      },
      ...{ promptMode: 'APPEND', tools: {}, locked: false, tags: [] },
    });
  });

  it.each([
    ['params:\n  planMode: sometimes\n', 6, 'params.planMode', /one of auto, required, disabled/],
    ['params: {readOnlyToolsAdd: relations_add}\n', 5, 'params.readOnlyToolsAdd', /a list/],
    [
      'params:\n  readOnlyToolsAdd:\n    - ok\n    - "no way"\n',
      8,
      'params.readOnlyToolsAdd.1',
      /tool name/,
    ],
    ['surprise: 1\n', 5, 'surprise', /no such key/],
    ['params:\n\n  maxTurns: 3\n', 7, 'params.maxTurns', /no such key/],
    ['params: [\n', 6, '', /./],
    ['params: 7\n', 5, 'params', /a mapping/],
    ['params:\n  maxIterations: 0\n', 6, 'params.maxIterations', />=1|at least 1/],
    ['params:\n  maxIterations: 2.5\n', 6, 'params.maxIterations', /whole number/],
    ['promptMode: MERGE\n', 5, 'promptMode', /APPEND, OVERWRITE/],
    ['tools:\n  allow: ["@read only"]\n', 6, 'tools.allow.0', /tool name or @label/],
    [
      'profiles:\n  foot:\n    params:\n      approval: never\n',
      8,
      'profiles.foot.params.approval',
      /inferred, explicit/,
    ],
    ['profiles:\n  foot:\n    engine: arthur\n', 7, 'profiles.foot.engine', /no such key/],
    ['locked: maybe\n', 5, 'locked', /true or false/],
    ['promptPrefix: "{{ run() }}"\n', 5, 'promptPrefix', /template, line 1, column 7: calls/],
    [
      'profiles:\n  foot:\n    promptPrefix: |\n      x\n      {{ a | nope }}\n',
      7,
      'profiles.foot.promptPrefix',
      /template, line 2, column 8: .*no filter/,
    ],
    ['engine: arthur\n', 5, 'engine', /duplicated/],
    ['__proto__: {planMode: auto}\n', 5, '__proto__', /not allowed/],
    ['params:\n  constructor: 1\n', 6, 'params.constructor', /not allowed/],
    ['tags: ["", a]\n', 5, 'tags.0', /must not be empty/],
    ['profiles: {"No way": {}}\n', 5, 'profiles.No way', /must be named/],
    [
      'profiles: {phone: {}}\n',
      5,
      'profiles.phone',
      /must be named as a client is: web, foot, api/,
    ],
    ['tags: !!js/regexp /x/\n', 5, '', /tag/],
  ])('with %j is refused at line %d, key %j', (yaml, line, key, rule) => {
    const [fault] = faultsOf(head + yaml);
    expect(fault).toMatchObject({ key, rule: expect.stringMatching(rule) });
    expect(Math.abs((fault?.line ?? 0) - line)).toBeLessThanOrEqual(key === '' ? 1 : 0);
  });

  it.each([
    ['vogon', 'phases: [{ name: a }]', 'params.phases.0.task', /required/],
    ['vogon', 'phases: [{ name: a, task: x }, { name: a, task: y }]', 'params.phases', /differ/],
    ['vogon', 'phases: [{ name: a, task: x, gate: {} }]', 'params.phases.0.gate', /either/],
    [
      'vogon',
      'phases: [{ name: a, task: x, repeat: { until: y, max: 99 } }]',
      'params.phases.0.repeat.max',
      /20/,
    ],
    ['zaphod', 'pattern: quarrel', 'params.pattern', /council, debate, generator-critic, vote/],
    ['zaphod', 'rounds: 4', 'params.rounds', /3/],
    ['zaphod', 'heads: [{ name: a, persona: x }]', 'params.heads', /2/],
    ['marvin', 'maxNodes: 201', 'params.maxNodes', /200/],
    ['frankie', 'maxMinutes: 61', 'params.maxMinutes', /60/],
    ['arthur', 'phases: []', 'params.phases', /no such key/],
  ])('of %s with %j is refused at key %s', (engine, param, key, rule) => {
    const yaml = `${head.replace('arthur', engine)}params:\n  ${param}\n`;
    expect(faultsOf(yaml)).toMatchObject([{ line: 6, key, rule: expect.stringMatching(rule) }]);
  });

  it.each(['gpt-5', 'openai:', 'openai:a,,openai:b', 'openai:a b'])(
    'with the model %j is refused: there is no such setting',
    (model) => {
      const [fault] = faultsOf(`${head}params: { model: "${model}" }\n`);
      expect(fault).toMatchObject({ key: 'params.model', example: 'model: default:chat' });
    },
  );

  it.each([
    ['surprise: 1\n', '{ name: my-recipe, title: My recipe'],
    ['params: [\n', '{ name: my-recipe, title: My recipe'],
    ['__proto__: 1\n', '{ name: my-recipe, title: My recipe'],
    ['title: Again\n', 'title: My recipe'],
    ['params:\n  maxTurns: 3\n', 'params: { planMode: auto }'],
    ['params:\n  phases: []\n', 'params: { planMode: auto }'],
    ['profiles:\n  foot:\n    engine: arthur\n', 'profiles: { foot:'],
    ['params:\n  maxIterations: 0\n', 'maxIterations: 20'],
  ])('with %j is refused with something right: %s', (yaml, example) => {
    const [fault] = faultsOf(head + yaml);
    expect(fault?.example).toContain(example);
    expect(fault?.rule).not.toMatch(/Invalid|Too (small|big)|expected/);
  });

  it('has a whole example that is a recipe', () => {
    const [fault] = faultsOf('just text');
    expect(parseRecipe(fault?.example ?? '', 'my-recipe')).toMatchObject({ ok: true });
  });

  it('must be known to name an engine, and must have every required key', () => {
    expect(faultsOf(head.replace('arthur', 'nobody'))).toMatchObject([{ line: 4, key: 'engine' }]);
    expect(faultsOf('engine: arthur\n').map(({ key }) => key)).toEqual([
      'name',
      'title',
      'description',
    ]);
    expect(faultsOf('just text')[0]).toMatchObject({
      line: 1,
      rule: expect.stringMatching(/mapping/),
    });
  });

  it('must bear the name it is stored under', () => {
    expect(faultsOf(head.replace('mine', 'other'))).toMatchObject([
      { line: 1, key: 'name', example: 'name: mine' },
    ]);
  });

  it('is refused as 422 that tells line, key, rule and a right example for every fault', () => {
    try {
      new RecipeCheck().check('recipes/mine.yaml', `${head}params: {planMode: x, approval: y}\n`);
      throw new Error('was accepted');
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      expect(error).toMatchObject({ code: 'RECIPE_INVALID', status: 422 });
      expect(error.message).toMatch(
        /line 5, key params.planMode: must be one of .*; for example planMode: auto/,
      );
      expect(error.data['errors']).toMatchObject([
        { line: 5, key: 'params.planMode', rule: expect.any(String), example: 'planMode: auto' },
        {
          line: 5,
          key: 'params.approval',
          rule: expect.any(String),
          example: 'approval: explicit',
        },
      ]);
    }
  });

  it('has examples that are right', () => {
    const keys = [
      'name',
      'title',
      'description',
      'engine',
      'params',
      'promptPrefix',
      'promptMode',
      'tools',
    ];
    for (const key of [...keys, 'profiles', 'locked', 'tags']) {
      const [fault] = faultsOf(
        `${head.replace(new RegExp(`^${key}:.*\n`, 'm'), '')}${key}: [[]]\n`,
      );
      expect(fault?.example).toBeDefined();
      const mended = `${head.replace(new RegExp(`^${key}:.*\n`, 'm'), '')}${fault?.example}\n`;
      const left = faultsOf(mended).filter(({ rule }) => !rule.includes('stored under'));
      expect([key, left]).toEqual([key, []]);
    }
  });

  it('plays a client profile: single parameters change, lists are replaced, the rest stays', () => {
    const yaml = `${head}params: {planMode: required, readOnlyToolsAdd: [a]}
promptPrefix: base
tools: {allow: [doc_read], deny: [x]}
profiles:
  foot: {params: {readOnlyToolsAdd: [b]}, tools: {allow: ["@read-only"]}, promptPrefix: foot}
`;
    const parsed = parseRecipe(yaml, 'mine');
    if (!parsed.ok) throw new Error('refused');
    expect(playable(parsed.value, 'foot')).toMatchObject({
      params: { planMode: 'required', readOnlyToolsAdd: ['b'] },
      promptPrefix: 'foot',
      tools: { allow: ['@read-only'], deny: ['x'] },
    });
    for (const other of [undefined, 'web', 'constructor', '__proto__', 'toString'])
      expect(playable(parsed.value, other)).toMatchObject({
        params: { readOnlyToolsAdd: ['a'] },
        promptPrefix: 'base',
      });
  });
});

describe('the bundled recipes', () => {
  const files = BundledFiles.load();
  const paths = files.list('recipes/');

  it.each(paths)('%s is valid', (path) => {
    expect(parseRecipe(files.read(path) ?? '', recipeNameOf(path) ?? '')).toMatchObject({
      ok: true,
    });
  });

  it('are one per engine, and three that change how Arthur works', () => {
    const engines = Object.fromEntries(
      paths.map((path) => [recipeNameOf(path), play(recipeNameOf(path) ?? '').engine]),
    );
    expect(engines).toEqual({
      ...Object.fromEntries(recipeEngines.map((engine) => [engine, engine])),
      ...{ 'code-review': 'arthur', 'high-risk': 'arthur', 'quick-lookup': 'arthur' },
    });
  });

  const play = (name: string, profile?: string) => {
    const parsed = parseRecipe(files.read(`recipes/${name}.yaml`) ?? '', name);
    if (!parsed.ok) throw new Error(name);
    return playable(parsed.value, profile);
  };

  it('give only the terminal client its read-only shell, demand a plan for high risk, add relations to a review', () => {
    expect(play('arthur').params.readOnlyToolsAdd).toEqual([]);
    expect(play('arthur', 'foot').params.readOnlyToolsAdd).toEqual(['client_exec_run']);
    expect(play('high-risk').params).toMatchObject({ planMode: 'required', approval: 'explicit' });
    expect(play('code-review').params.readOnlyToolsAdd).toEqual(['relations_add']);
    expect(play('quick-lookup').params.planMode).toBe('disabled');
  });
});
