import { LlmTraceRepository, type LlmTraceDocument } from '@vance/data';
import { SettingsService } from '@vance/documents';
import { ModelFault } from '@vance/llm';
import { callTools, say } from '@vance/llm/testing';
import { eventually, testDatabaseUri } from '@vance/testing';
import { ArthurWorld, answer } from './testing/arthur-world';

describe('the traces of a turn', () => {
  let arthur: ArthurWorld;

  beforeAll(async () => {
    arthur = await ArthurWorld.open(testDatabaseUri('arthur-traces'), { documents: true });
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

  /** They are acknowledged before the majority has them. */
  async function traced(count: number): Promise<readonly LlmTraceDocument[]> {
    const traces = arthur.world.app.get(LlmTraceRepository);
    await traces.flush();
    const page = { limit: 10, content: true };
    const rows = () => traces.ofProcess(arthur.world.scope, arthur.chat.processId, page);
    await eventually(async () => expect((await rows()).length).toBeGreaterThanOrEqual(count));
    return rows();
  }

  it('note every question, without what was said', async () => {
    arthur.model.play(callTools(['current_time']), answer('Noon, as I said.'));
    await arthur.chat.send('What time is it?');
    const rows = await traced(2);
    expect(rows).toMatchObject([
      { iteration: 0, toolCalls: ['current_time'], actionTypes: [], outcome: 'ok', cost: null },
      { iteration: 1, toolCalls: [], actionTypes: ['ANSWER'], inputTokens: 100, outputTokens: 20 },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Noon');
  });

  it('tell the questions that mend an answer from those that go on', async () => {
    arthur.model.play(say('Paris.'), callTools(['current_time']), answer('Paris.'));
    await arthur.chat.send('Capital of France?');
    expect(await traced(3)).toMatchObject([
      { kind: 'text', corrections: 0, correction: false },
      { kind: 'calls', corrections: 1, correction: true },
      { kind: 'action', corrections: 1, correction: false },
    ]);
  });

  it('note what no model answered, and why', async () => {
    arthur.model.play(new ModelFault('rejected', 'secret detail'));
    await arthur.chat.send('Hello.');
    const rows = await traced(1);
    expect(rows).toMatchObject([{ outcome: 'rejected', inputTokens: 0, cost: null }]);
    expect(JSON.stringify(rows)).not.toContain('secret detail');
  });

  it('note a question that a halt cut off', async () => {
    arthur.model.play(async () => {
      await arthur.chat.halt();
      return { hangs: true };
    });
    await arthur.chat.send('Hello.');
    expect(await traced(1)).toMatchObject([{ outcome: 'interrupted', inputTokens: 0, cost: null }]);
  });

  it('are kept for 90 days, or as long as the tenant said when they were written', async () => {
    arthur.model.play(answer('Hello.'), answer('Hello again.'));
    await arthur.chat.send('Hello.');
    const { app, scope } = arthur.world;
    const settings = app.get(SettingsService);
    const [key, by] = ['vance.tracing.retentionDays', 'usr_admin'];
    await settings.put(scope, '_tenant', key, 7, by);
    await arthur.chat.send('And again.');
    await settings.remove(scope, '_tenant', key, by);
    const days = (await traced(2)).map(
      ({ at, expiresAt }) => (expiresAt.getTime() - at.getTime()) / (24 * 3_600_000),
    );
    expect(days).toEqual([90, 7]);
  });
});
