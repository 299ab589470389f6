import { plainRecipe } from '@vance/engine-core/testing';
import { ModelFault } from '@vance/llm';
import { act } from '@vance/llm/testing';
import { testDatabaseUri } from '@vance/testing';
import { ArthurWorld, answer, propose, toolNames, update } from './testing/arthur-world';

describe("Arthur's prompts in a turn", () => {
  let arthur: ArthurWorld;

  beforeAll(async () => {
    arthur = await ArthurWorld.open(testDatabaseUri('arthur-prompts'));
  });
  afterAll(async () => {
    await arthur.close();
  });
  beforeEach(async () => {
    await arthur.begin();
    arthur.world.sources.variables.length = 0;
  });
  afterEach(() => {
    expect(arthur.end()).toBe(0);
  });

  it('are asked for with the process as it is, once for each state that a turn meets', async () => {
    arthur.model.play(act('START_PLAN'), propose());
    await arthur.chat.send('Plan it.');
    arthur.model.play(
      act('START_EXECUTION'),
      update(['a', 'COMPLETED']),
      update(['b', 'COMPLETED'], ['c', 'COMPLETED']),
      answer('Done.'),
    );
    await arthur.chat.send('Yes, go.');
    const asked = arthur.world.sources.variables.map(
      ({ mode, phase, agentMode }) => `${mode} ${phase} ${agentMode}`,
    );
    expect(asked).toEqual([
      'NORMAL none build',
      'EXPLORING drafting build',
      'PLANNING ready build',
      'EXECUTING executing build',
      'EXECUTING completed build',
    ]);
    expect(arthur.world.sources.variables[0]).toMatchObject({
      ...{ profile: 'api', recipe: 'arthur', tier: 'large' },
      params: { planMode: 'auto' },
    });
  });

  it('and the tools are those of the model that is asked, also where one takes over', async () => {
    const large = { tier: 'large', maxTools: 100 } as const;
    const models = {
      'scripted:one': large,
      'scripted:two': { tier: 'small', maxTools: 4 },
    } as const;
    arthur.world.sources.layers = [{ models, aliases: {} }];
    arthur.world.sources.current = plainRecipe({ model: 'scripted:one, scripted:two' });
    arthur.model.play(new ModelFault('unauthorized', 'no such key'), answer('Hello.'));
    await arthur.chat.send('Hello.');
    const asked = arthur.world.sources.variables.map(({ tier, model }) => `${tier} ${model}`);
    expect(asked).toEqual(['large one', 'small two']);
    const [first, second] = arthur.requests.slice(-2);
    expect(toolNames(first).length).toBeGreaterThan(4);
    expect(toolNames(second)).toHaveLength(4);
  });

  it("end with the recipe's own words, or are nothing but them", async () => {
    const words = { promptPrefix: 'OWN WORDS' };
    for (const promptMode of ['APPEND', 'OVERWRITE'] as const) {
      arthur.world.sources.current = plainRecipe({}, { ...words, promptMode });
      arthur.model.play(answer('Heard.'));
      await arthur.chat.send('Hello.');
    }
    expect(arthur.requests.slice(-2).map(({ messages: [system] }) => system)).toEqual([
      { role: 'system', content: 'arthur-prompt for NORMAL\n\nOWN WORDS' },
      { role: 'system', content: 'OWN WORDS' },
    ]);
  });
});
