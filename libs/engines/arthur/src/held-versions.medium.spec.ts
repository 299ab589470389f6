import { Database } from '@vance/data';
import { DocumentService, SettingsService } from '@vance/documents';
import { act } from '@vance/llm/testing';
import { testDatabaseUri } from '@vance/testing';
import { answer, ArthurWorld, ask, propose, update } from './testing/arthur-world';

const admin = { userId: 'usr_admin', administers: true };
const recipe = (words: string, params = '') =>
  `name: arthur\ntitle: Arthur\ndescription: d\nengine: arthur\npromptPrefix: "${words}"\n${params}`;

describe('a running plan keeps the recipe and prompts it was approved under', () => {
  let arthur: ArthurWorld;

  beforeAll(async () => {
    arthur = await ArthurWorld.open(testDatabaseUri('arthur-held'), { documents: true });
  });
  afterAll(async () => {
    await arthur.close();
  });
  beforeEach(async () => {
    await arthur.begin();
    await write('prompts/rules.md', 'RULES-1');
    await write('prompts/arthur-prompt.md', 'BASE-1 {% include "rules" %}');
    await write('recipes/arthur.yaml', recipe('WORDS-1'));
  });
  afterEach(() => {
    expect(arthur.end()).toBe(0);
  });

  const documents = () => arthur.world.app.get(DocumentService);
  const write = (path: string, content: string) =>
    documents().write(arthur.world.scope, 'demo', path, { content }, admin);
  const remove = (path: string) => documents().delete(arthur.world.scope, 'demo', path, admin);
  const editAll = async (n: number) => {
    await write('prompts/rules.md', `RULES-${n}`);
    await write('prompts/arthur-prompt.md', `BASE-${n} {% include "rules" %}`);
    await write('recipes/arthur.yaml', recipe(`WORDS-${n}`));
  };
  /** The system text of the last question, as far as it is ours. */
  const system = () => {
    const [first] = arthur.requests.at(-1)?.messages ?? [];
    return first?.role === 'system' ? first.content : '';
  };
  const pinned = async () => (await arthur.chat.process()).pinned;

  it('from the words of approval on, through edits and deletions, until it is completed', async () => {
    await arthur.toExecuting();
    expect(await pinned()).toMatchObject({
      planVersion: 1,
      recipe: { layer: 'project' },
      prompts: [
        { path: 'prompts/arthur-prompt.md', layer: 'project' },
        { path: 'prompts/arthur-prompt-exploring.md', layer: 'bundled', version: 0 },
        { path: 'prompts/arthur-prompt-planning.md', layer: 'bundled', version: 0 },
        { path: 'prompts/rules.md', layer: 'project' },
      ],
    });
    await editAll(2);
    arthur.model.play(ask('And now?'));
    await arthur.chat.send('Go on.');
    expect(system()).toBe('BASE-1 RULES-1\n\nWORDS-1');

    for (const path of ['prompts/arthur-prompt.md', 'prompts/rules.md', 'recipes/arthur.yaml'])
      await remove(path);
    arthur.model.play(
      update(['a', 'COMPLETED'], ['b', 'COMPLETED'], ['c', 'COMPLETED']),
      answer('All done.'),
    );
    await arthur.chat.send('Go on.');
    expect(system()).toBe('BASE-1 RULES-1\n\nWORDS-1');

    await editAll(3);
    arthur.model.play(answer('Hello.'));
    await arthur.chat.send('Something else.');
    expect(system()).toBe('BASE-3 RULES-3\n\nWORDS-3');
  });

  it('before the approval, and for the plan that replaces it, an edit counts at the next turn', async () => {
    await arthur.toPlanning();
    expect(await pinned()).toBeUndefined();
    await write('prompts/arthur-prompt-planning.md', 'PLANNING-2');
    arthur.model.play(act('START_EXECUTION'), ask('Shall I?'));
    await arthur.chat.send('Looks good, go ahead.');
    expect(arthur.requests.at(-2)?.messages[0]).toMatchObject({
      content: 'PLANNING-2\n\nWORDS-1',
    });
    await editAll(2);
    await write('prompts/arthur-prompt-exploring.md', 'EXPLORING-2');
    // The turn that ends the plan is still held to it; the next one is not.
    arthur.model.play(act('START_PLAN'), propose());
    await arthur.chat.send('Think again.');
    expect(arthur.requests.at(-2)?.messages[0]).toMatchObject({
      content: 'BASE-1 RULES-1\n\nWORDS-1',
    });
    expect(system()).toBe('EXPLORING-2\n\nWORDS-2');
    arthur.model.play(act('START_EXECUTION'), ask('Shall I?'));
    await arthur.chat.send('Yes, do it.');
    expect(await pinned()).toMatchObject({ planVersion: 2 });
    expect(system()).toBe('BASE-2 RULES-2\n\nWORDS-2');
    await remove('prompts/arthur-prompt-planning.md');
    await remove('prompts/arthur-prompt-exploring.md');
  });

  it('while the user looks on in plan mode too', async () => {
    await arthur.toExecuting();
    await arthur.setAgentMode('plan');
    await write('prompts/arthur-prompt-exploring.md', 'EXPLORING-2');
    arthur.model.play(ask('What would you like to know?'));
    await arthur.chat.send('Explain step b.');
    expect(system()).toContain('You are Arthur, exploring');
    await remove('prompts/arthur-prompt-exploring.md');
  });

  it('with the parameters of its recipe, but never against the tenant’s switch', async () => {
    const words = '{{ params.planMode }}';
    await write('recipes/arthur.yaml', recipe(words, 'params: {planMode: required}\n'));
    await arthur.toExecuting();
    await write('recipes/arthur.yaml', recipe(words, 'params: {planMode: disabled}\n'));
    arthur.model.play(ask('And now?'));
    await arthur.chat.send('Go on.');
    expect(system()).toBe('BASE-1 RULES-1\n\nrequired');

    const { scope } = arthur.world;
    const key = 'vance.engine.planMode.globalDefault';
    const settings = arthur.world.app.get(SettingsService);
    await settings.put(scope, '_tenant', key, 'disabled', 'usr_admin');
    arthur.model.play(act('START_PLAN'), ask('What else?'));
    await arthur.chat.send('Plan again.');
    expect(arthur.last()).toContain('PLAN_MODE_DISABLED');
    await settings.remove(scope, '_tenant', key, 'usr_admin');
  });

  it('where a version is lost, what counts now is used, with a warning', async () => {
    await arthur.toExecuting();
    await editAll(2);
    const rows = arthur.world.app.get(Database).connection.collection<{ _id: string }>('processes');
    const lost = { 'pinned.recipe.version': 999, 'pinned.prompts.0.version': 999 };
    await rows.updateOne({ _id: arthur.chat.processId }, { $set: lost });
    arthur.model.play(ask('And now?'));
    await arthur.chat.send('Go on.');
    // The include was not lost.
    expect(system()).toBe('BASE-2 RULES-1\n\nWORDS-2');
    const warnings = arthur.world.log.lines.join('\n');
    expect(warnings).toContain('the recipe a plan was approved under cannot be read');
    expect(warnings).toContain('a prompt a plan was approved under cannot be read');
  });
});
