import { plainRecipe } from '@vance/engine-core/testing';
import { act, say } from '@vance/llm/testing';
import { testDatabaseUri } from '@vance/testing';
import { ArthurWorld, SHOWN, answer, ask, items, propose, update } from './testing/arthur-world';

const giant = act('PROPOSE_PLAN', {
  plan: 'x'.repeat(5_000_000),
  summary: 'A plan',
  todos: items('a', 'b', 'c'),
});
const twoItems = act('PROPOSE_PLAN', { plan: SHOWN, summary: 'A plan', todos: items('a', 'b') });

describe("Arthur and his model's odd answers", () => {
  let arthur: ArthurWorld;

  beforeAll(async () => {
    arthur = await ArthurWorld.open(testDatabaseUri('arthur-answers'));
  });
  afterAll(async () => {
    await arthur.close();
  });
  beforeEach(async () => {
    await arthur.begin();
    arthur.world.sources.layers = [];
  });
  afterEach(() => {
    expect(arthur.end()).toBe(0);
  });

  it('takes giant plans for what they are, as often as they come, and keeps them in brief', async () => {
    arthur.model.play(act('START_PLAN'), giant, giant, propose());
    await arthur.chat.send('Plan it.');
    expect(arthur.last()).toContain('100 KiB');
    expect(JSON.stringify(arthur.requests.at(-1)?.messages).length).toBeLessThan(50_000);
    expect(await arthur.chat.state()).toBe('PLANNING BLOCKED ready user');
    expect((await arthur.chat.process()).plan?.version).toBe(1);
  });

  it('runs no call that is too long to be kept', async () => {
    const content = 'x'.repeat(5_000_000);
    arthur.model.play(
      {
        calls: [
          { name: 'work_file_write', arguments: JSON.stringify({ path: 'giant.md', content }) },
        ],
      },
      answer('In parts, then.'),
    );
    await arthur.chat.send('Write it.');
    expect(arthur.last()).toContain('TOO_LARGE');
    expect(arthur.written('giant')).toBe(false);
    expect(arthur.chat.said()).toEqual(['In parts, then.']);
  });

  it('takes back what was shown of a refused plan, also when the refusal ends the turn', async () => {
    arthur.model.play(act('START_PLAN'), twoItems, twoItems, twoItems);
    await arthur.chat.send('Plan it.');
    expect(arthur.chat.chunks()).toBe('');
    expect(arthur.chat.passing.some((event) => 'reset' in event.body)).toBe(true);
    expect(arthur.chat.said()).toHaveLength(1);
    expect(await arthur.chat.state()).toBe('EXPLORING BLOCKED drafting user');
  });

  it('tells of the missing plan beside plain text too, while the switch stands on plan', async () => {
    await arthur.setAgentMode('plan');
    arthur.model.play(say('Just so.'), say('Just so.'), say('Just so.'));
    await arthur.chat.send('Do it.');
    expect(arthur.chat.said()).toEqual(['Just so.', expect.stringContaining('no plan yet')]);
  });

  it('tells of a missing new plan where another one is under way', async () => {
    await arthur.toExecuting();
    await arthur.setAgentMode('plan');
    arthur.model.play(answer('Just so.'), answer('Just so.'));
    await arthur.chat.send('Do it.');
    expect(arthur.chat.said().at(-1)).toContain('no new plan yet');
  });

  it.each([
    [0, 1],
    [4, 5],
  ])('gives %i corrections where the project says so for its model', async (count, asked) => {
    const row = { actionLoopCorrections: count };
    arthur.world.sources.layers = [{ models: { 'scripted:model': row }, aliases: {} }];
    arthur.model.otherwise(say('Only words.'));
    await arthur.chat.send('Hello.');
    expect(arthur.requests).toHaveLength(asked);
    expect(arthur.chat.said()).toEqual(['Only words.']);
  });

  it('tells the next action with every step that is done', async () => {
    await arthur.toExecuting();
    arthur.world.sources.current = plainRecipe();
    arthur.model.play(update(['a', 'COMPLETED']), ask('And now?'));
    await arthur.chat.send('Go on.');
    const plans = arthur.chat.of('plan-updated').map((event) => event.plan?.nextAction);
    expect(plans.slice(-2)).toEqual(['Do a', 'Do b']);
  });
});
