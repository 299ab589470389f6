import { crashAt, doAt, SimulatedCrash } from '@vance/engine-core/testing';
import { callTools } from '@vance/llm/testing';
import { testDatabaseUri } from '@vance/testing';
import { ArthurWorld, answer, write } from './testing/arthur-world';

describe('Arthur, interrupted', () => {
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

  it('uses an answer that was stored, without asking again', async () => {
    arthur.model.play(write('p5'), answer('Written.'));
    crashAt('P5');
    await arthur.chat.send('Write it.');
    expect(arthur.requests).toHaveLength(1);
    expect(arthur.written('p5')).toBe(false);
    await arthur.chat.recover();
    expect(arthur.requests).toHaveLength(2);
    expect(arthur.last()).toMatch(/Created/);
    expect(arthur.chat.said()).toEqual(['Written.']);
  });

  it('does not repeat an effect that had been started, and says that it is unknown', async () => {
    arthur.model.play(write('p6'), answer('I do not know whether it worked.'));
    crashAt('P6');
    await arthur.chat.send('Write it.');
    await arthur.chat.recover();
    expect(arthur.last()).toMatch(/^UNKNOWN/);
    expect(arthur.written('p6')).toBe(false);
  });

  it('reads again', async () => {
    arthur.model.play(callTools(['current_time']), answer('Noon.'));
    crashAt('P6');
    await arthur.chat.send('What time is it?');
    await arthur.chat.recover();
    expect(arthur.last()).toMatch(/timeZone/);
  });

  it('uses a result that was stored', async () => {
    arthur.model.play(write('p7'), answer('Written.'));
    crashAt('P7');
    await arthur.chat.send('Write it.');
    expect(arthur.requests).toHaveLength(1);
    await arthur.chat.recover();
    expect(arthur.requests).toHaveLength(2);
    expect(arthur.last()).toMatch(/Created/);
  });

  it('takes back what was shown of an answer before the crash', async () => {
    const first = 'These words were on the screens when the worker died.';
    arthur.model.play(answer(first), answer('Said once.'));
    doAt('P4', async () => {
      await arthur.chat.shows('These words');
      throw new SimulatedCrash('P4');
    });
    await arthur.chat.send('Hello.');
    expect(arthur.chat.chunks()).toContain('These words');
    await arthur.chat.recover();
    expect(arthur.chat.chunks()).toBe('Said once.');
  });

  it('asks again what was only asked, and goes on with what was committed', async () => {
    arthur.model.play(answer('Lost.'), answer('Said.'));
    crashAt('P4');
    await arthur.chat.send('Hello.');
    crashAt('P8');
    await arthur.chat.recover();
    expect((await arthur.chat.process()).turn).toBeUndefined();
    await arthur.chat.post('Again.');
    arthur.model.play(answer('Said again.'));
    await arthur.world.run();
    expect(arthur.chat.said()).toEqual(['Said.', 'Said again.']);
  });

  it('gives up a turn that has crashed three times, keeps the message, and takes the next one', async () => {
    arthur.model.otherwise(answer('Never said.'));
    for (let crash = 1; crash <= 3; crash++) {
      crashAt('P4');
      if (crash === 1) await arthur.chat.send('Poison.');
      else await arthur.chat.recover();
    }
    await arthur.chat.recover();
    expect(await arthur.chat.state()).toBe('NORMAL BLOCKED none user');
    expect(arthur.chat.said()).toEqual([expect.stringContaining('interrupted several times')]);
    expect((await arthur.chat.history()).map((row) => row.content)).toContain('Poison.');
    arthur.model.otherwise(answer('Fine.'));
    await arthur.chat.send('Hello.');
    expect(arthur.chat.said().at(-1)).toBe('Fine.');
  });
});
