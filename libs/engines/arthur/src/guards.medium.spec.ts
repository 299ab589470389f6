import { doAt, feedbackOf, plainRecipe } from '@vance/engine-core/testing';
import { ModelFault } from '@vance/llm';
import { act, callTools, say, type ScriptedAnswer } from '@vance/llm/testing';
import { testDatabaseUri } from '@vance/testing';
import { Lanes } from '@vance/think-process';
import {
  ArthurWorld,
  answer,
  CUT,
  propose,
  SHOWN,
  update,
  ask,
  write,
} from './testing/arthur-world';

describe('Arthur, kept within bounds', () => {
  let arthur: ArthurWorld;

  beforeAll(async () => {
    arthur = await ArthurWorld.open(testDatabaseUri('arthur'));
  });
  afterAll(async () => {
    await arthur.close();
  });
  beforeEach(async () => {
    await arthur.begin();
  });
  afterEach(() => {
    expect(arthur.end()).toBe(0);
  });

  it('corrects text twice, then posts it, once', async () => {
    arthur.model.play(say('Paris.'), say('Paris.'), say('Paris.'));
    await arthur.chat.send('Capital of France?');
    expect(arthur.chat.said()).toEqual(['Paris.']);
    expect(feedbackOf(arthur.requests[1])).toContain('NO_ACTION');
    expect(await arthur.chat.state()).toBe('NORMAL IDLE none -');
  });

  it('tells an invalid action what is wrong, and takes an action out of a fenced block', async () => {
    arthur.model.play(
      act('DANCE'),
      act('ANSWER'),
      say('```json\n{"type":"ANSWER","reason":"asked","message":"Now it is right."}\n```'),
    );
    await arthur.chat.send('Hello.');
    expect(feedbackOf(arthur.requests[1])).toContain('INVALID_ACTION');
    expect(feedbackOf(arthur.requests[2])).toMatch(/INVALID_ACTION.*message/s);
    expect(arthur.chat.said()).toEqual(['Now it is right.']);
  });

  it('says one friendly sentence in the language of the session when nothing comes', async () => {
    const german = await arthur.world.chat('arthur', { language: 'de-AT' });
    arthur.model.play(say(''), say(''), say(''));
    await german.send('Hallo?');
    expect(german.said()).toEqual([expect.stringContaining('Faden verloren')]);
    expect(await german.state()).toBe('NORMAL BLOCKED none user');
    expect(arthur.world.log.lines.join()).toContain('text without an action');
  });

  it('says it in the language of the last words that tell one where the session has none', async () => {
    const nothing = [say(''), say(''), say('')];
    arthur.model.play(answer('Gern.'), ...nothing);
    await arthur.chat.send('Kannst du mir bitte bei der Abrechnung helfen?');
    await arthur.chat.send('ok');
    expect(arthur.chat.said().at(-1)).toContain('Faden verloren');

    arthur.model.play(...nothing);
    await arthur.chat.send('Would you please answer me in English from now on?');
    expect(arthur.chat.said().at(-1)).toContain('lost my way');
  });

  it('says that silent turns have ended in the language of the user, too', async () => {
    arthur.model.otherwise(act('START_PLAN'));
    await arthur.chat.send('Planifie la réécriture de l’importateur, s’il te plaît.');
    expect(arthur.chat.said()).toEqual([expect.stringContaining('Dites-moi')]);
  });

  it('sums up a finished plan itself when the model stays silent', async () => {
    await arthur.toExecuting();
    arthur.model.play(
      update(['a', 'COMPLETED'], ['b', 'COMPLETED'], ['c', 'COMPLETED']),
      say(''),
      say(''),
      say(''),
    );
    await arthur.chat.send('Finish it.');
    expect(arthur.chat.said().at(-1)).toMatch(/Do a[\s\S]*Do b[\s\S]*Do c/);
    expect(await arthur.chat.state()).toBe('EXECUTING IDLE completed -');
  });

  it('gives every call exactly one result, also those dropped beside an action', async () => {
    const beside: ScriptedAnswer = {
      calls: [
        { name: 'current_time', arguments: {} },
        { name: 'arthur_action', arguments: { type: 'START_PLAN', reason: 'r' } },
        { name: 'arthur_action', arguments: { type: 'ANSWER', reason: 'r', message: 'x' } },
      ],
    };
    arthur.model.play(beside, propose());
    await arthur.chat.send('Plan it.');
    const told = arthur.requests[1]!.messages.filter((message) => message.role === 'tool');
    expect(told.map((message) => message.content.split(':')[0])).toEqual([
      'NOT_RUN',
      expect.any(String),
      'NOT_RUN',
    ]);
    expect(arthur.chat.said()).toHaveLength(1);
  });

  it('stops after three silent turns', async () => {
    arthur.model.otherwise(act('START_PLAN'));
    await arthur.chat.send('Plan this.');
    expect(arthur.requests).toHaveLength(3);
    expect(await arthur.chat.state()).toBe('EXPLORING BLOCKED drafting user');
    expect(arthur.chat.said()).toHaveLength(1);
  });

  it('goes on by itself eight times at most', async () => {
    let asked = 0;
    arthur.model.otherwise(() =>
      asked++ % 2 === 0 ? callTools(['current_time']) : act('START_PLAN'),
    );
    await arthur.chat.send('Plan this.');
    expect(asked).toBe(18);
    expect(await arthur.chat.state()).toBe('EXPLORING IDLE drafting -');
    expect(arthur.chat.said()).toHaveLength(1);
  });

  it('obeys a halt in the middle of a question, and the next word begins anew', async () => {
    arthur.model.play({ ...act('START_PLAN') }, async () => {
      await arthur.chat.halt();
      return { hangs: true };
    });
    const sent = arthur.chat.send('Plan this.');
    await sent;
    expect(await arthur.chat.state()).toBe('EXPLORING BLOCKED drafting user');
    expect(arthur.chat.of('process-progress').at(-1)).toMatchObject({ statusTag: 'halted' });
    arthur.model.play(answer('Stopped.'));
    await arthur.chat.send('Are you there?');
    expect(arthur.chat.said()).toEqual(['Stopped.']);
  });

  it('leaves a paused turn open, takes what came meanwhile later, and goes on after resume', async () => {
    arthur.model.play(async () => {
      await arthur.chat.pause();
      await arthur.chat.post('One more thing.');
      return { hangs: true };
    });
    await arthur.chat.send('Hello.');
    expect(await arthur.chat.state()).toBe('NORMAL PAUSED none -');
    arthur.model.play(answer('To the first.'), answer('To the second.'));
    await arthur.chat.resume();
    await arthur.world.run();
    expect(arthur.chat.said()).toEqual(['To the first.', 'To the second.']);
    expect((await arthur.chat.process()).lane.workerId).toBeNull();
  });

  it('takes back what was shown of an answer that a halt cut off', async () => {
    arthur.model.play({ calls: [{ name: 'arthur_action', arguments: CUT }], hangs: true });
    await arthur.chat.post('Tell me.');
    const running = arthur.world.run();
    await arthur.chat.shows('breaks off');
    await arthur.chat.halt();
    await running;
    expect(arthur.chat.chunks()).toBe('');
    expect(arthur.chat.said()).toEqual([]);
    expect(await arthur.chat.state()).toBe('NORMAL IDLE none -');
  });

  it('keeps what was shown of an answer whose model failed for good, marked as incomplete', async () => {
    const fault = new ModelFault('overloaded', 'secret detail');
    arthur.model.play({
      calls: [{ name: 'arthur_action', arguments: CUT }],
      until: () => arthur.chat.shows('breaks off'),
      fault,
    });
    await arthur.chat.send('Tell me.');
    expect(arthur.requests).toHaveLength(1);
    expect(arthur.chat.said()).toEqual([SHOWN, expect.stringContaining('model is not answering')]);
    expect(arthur.chat.of('chat-message-appended')[1]?.message.meta).toEqual({ incomplete: true });
    expect(await arthur.chat.state()).toBe('NORMAL BLOCKED none user');
  });

  it('says that its model is away when none answers, and nothing of why', async () => {
    arthur.model.play(new ModelFault('rejected', 'secret detail'));
    await arthur.chat.send('Again.');
    expect(arthur.chat.said()).toEqual([expect.stringContaining('model is not answering')]);
    expect(arthur.world.log.lines.join()).toContain('secret detail');
  });

  it.each(['unauthorized', 'not-configured', 'unknown-model'] as const)(
    'names an administrator where waiting does not help: %s',
    async (kind) => {
      arthur.model.play(new ModelFault(kind, 'secret detail'));
      await arthur.chat.send('Hello?');
      expect(arthur.chat.said()).toEqual([expect.stringContaining('An administrator has to')]);
    },
  );

  it.each([
    ['an alias of itself', 'a:a'],
    ['a table of aliases that would take for ever', 'x:0'],
    ['an alias that nobody has', 'no:alias'],
    ['a provider that is not here', 'nope:model'],
  ])('says at once that %s is no model, and is there for the next message', async (_, model) => {
    const wide = Array.from({ length: 40 }, (_unused, n) => [`x:${n}`, `x:${n + 1}, x:${n + 1}`]);
    arthur.world.sources.layers = [
      { models: {}, aliases: { 'a:a': 'a:a', ...Object.fromEntries(wide) } },
    ];
    arthur.world.sources.current = plainRecipe({ model });
    await arthur.chat.send('Hello?');
    expect(arthur.chat.said()).toEqual([expect.stringContaining('model cannot be used')]);
    expect(await arthur.chat.state()).toBe('NORMAL BLOCKED none user');
    arthur.world.sources.current = plainRecipe();
    arthur.model.play(answer('Here I am.'));
    await arthur.chat.send('And now?');
    expect(arthur.chat.said().at(-1)).toBe('Here I am.');
  });

  it('refuses a call at its start when the switch moved after the answer was stored', async () => {
    doAt('P5', () => arthur.setAgentMode('plan'));
    arthur.model.play(write('raced'), answer('I look first.'));
    await arthur.chat.send('Write it.');
    expect(arthur.last()).toMatch(/^TOOL_NOT_ALLOWED_IN_MODE/);
    expect(arthur.written('raced')).toBe(false);
    expect(arthur.world.audit.notes).toContainEqual(
      expect.objectContaining({ action: 'tool-refused' }),
    );
  });

  it('ends the turn at the tenth refusal of one tool', async () => {
    arthur.model.otherwise(callTools(['no_such_tool']));
    await arthur.chat.send('Try.');
    expect(arthur.requests).toHaveLength(10);
    expect(await arthur.chat.state()).toBe('NORMAL BLOCKED none user');
    expect(arthur.chat.said()).toHaveLength(1);
  });

  it('asks once without functions to sum up when the limit is reached', async () => {
    arthur.world.sources.current = plainRecipe({ maxIterations: 3 });
    arthur.model.otherwise((request) =>
      request.tools.length === 0 ? say('I looked at the clock.') : callTools(['current_time']),
    );
    await arthur.chat.send('Look around.');
    expect(arthur.requests).toHaveLength(4);
    expect(arthur.chat.said()).toEqual(['I looked at the clock.']);
    expect(arthur.chat.chunks()).toBe('I looked at the clock.');
    expect(await arthur.chat.state()).toBe('NORMAL IDLE none -');
  });

  it('goes on in a new turn when the limit is reached while the plan makes progress', async () => {
    await arthur.toExecuting();
    arthur.world.sources.current = plainRecipe({ maxIterations: 2 });
    arthur.model.play(
      update(['a', 'IN_PROGRESS']),
      callTools(['current_time']),
      update(['a', 'COMPLETED']),
      ask('And now?'),
    );
    await arthur.chat.send('Go on.');
    expect(arthur.chat.said().slice(-2)).toEqual(['✓ Do a', 'And now?']);
  });

  it('leaves a turn open for another worker when it has to stop, and counts no crash', async () => {
    const { world, chat } = arthur;
    let released = Promise.resolve();
    arthur.model.play(async () => {
      released = world.app.get(Lanes).releaseAll();
      await released;
      return { hangs: true };
    }, answer('Said by the next one.'));
    await chat.send('Hello.');
    // The turn may end before the lane is given back; what is given back is woken.
    await released;
    await world.run();
    expect(chat.said()).toEqual(['Said by the next one.']);
    expect(world.log.lines).toEqual([]);
  });

  it('ends the turn of an engine that this build lacks with a friendly sentence', async () => {
    const chat = await arthur.world.chat('nobody');
    await chat.send('Hello.');
    expect(await chat.state()).toBe('NORMAL BLOCKED none user');
    expect(arthur.world.log.lines.join()).toContain('no engine');
  });
});
