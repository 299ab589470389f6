import { eventually } from '@vance/testing';
import {
  type Account,
  Cluster,
  PlanTalk,
  action,
  answer,
  call,
  update,
  type ModelStep,
} from './harness';

const KITS = '/api/v1/projects/e2e/kits';
const NAMES = ['first', 'middle', 'last'];

interface KitView {
  readonly hash: string;
  readonly applying: boolean;
  readonly applied?: { readonly hash: string };
}
interface Effective {
  readonly content: string;
  readonly layer: string;
}

/** A kit of three prompts; the text says which. */
const filesOf = (name: string, text: string): Readonly<Record<string, string>> => ({
  'kit.yaml': `name: ${name}\nversion: 1.0.0\n`,
  ...Object.fromEntries(NAMES.map((one) => [`prompts/${name}-${one}.md`, text])),
});
const stage = (account: Account, name: string, text: string): Promise<KitView> =>
  account.post<KitView>(KITS, { files: filesOf(name, text) });
/** What the kit's prompts say; nothing for one that is not there. */
const textsOf = async (account: Account, name: string): Promise<string[]> => {
  const { items } = await account.get<{ items: { path: string }[] }>(
    `/api/v1/projects/e2e/documents?prefix=prompts/${name}-`,
  );
  const effective = items.map(({ path }) =>
    account.get<Effective>(`/api/v1/projects/e2e/effective/${path}`),
  );
  return (await Promise.all(effective)).map(({ content }) => content);
};

describe('kill -9 of a brain that applies a kit', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start({ workers: 0 });
    await cluster.account();
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  it.each([1, 2, 3])(
    'after its text %d: the next process finishes what is left, once',
    async (nth) => {
      const name = `crash-${nth}`;
      const account = await cluster.account();
      const { hash } = await stage(account, name, 'from the kit');
      await cluster.brains[0]!.arm('kit', 'kill', { nth, key: name });
      await expect(account.post(`${KITS}/${name}/apply`, { hash })).rejects.toThrow();
      await cluster.brains[0]!.gone();
      // A minute of silence, as far as the database's clock is concerned.
      const kits = cluster.mongo.db(cluster.database).collection('kits');
      await kits.updateOne({ name }, { $set: { 'applying.until': new Date(0) } });

      await cluster.startBrain(0);
      await eventually(async () => {
        const kit = await account.get<KitView>(`${KITS}/${name}`);
        expect([kit.applying, kit.applied?.hash]).toEqual([false, hash]);
      });
      expect(await textsOf(account, name)).toEqual(NAMES.map(() => 'from the kit'));
      const rows = cluster.mongo.db(cluster.database).collection('documents');
      const versions = await rows.distinct('version', { path: new RegExp(`^prompts/${name}-`) });
      expect(versions).toEqual([1]);
    },
  );
});

describe('a model that would apply a kit', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  /** The calls that were refused so, each once, as the model read it. */
  const refusals = ({ requests }: PlanTalk): unknown[] => {
    const messages = requests.flatMap((request) => request.messages);
    const refused = messages.filter(({ content }) =>
      String(content).startsWith('KIT_NOT_APPROVED'),
    );
    return [...new Set(refused.map((message) => message.tool_call_id))];
  };
  const apply = (name: string, hash: string): ModelStep => call('kit_apply', { name, hash });
  const proposed = (text: string): ModelStep =>
    action('PROPOSE_PLAN', {
      plan: `# Plan\n\n${text}`,
      summary: 'Use the kit',
      todos: ['a', 'b', 'c'].map((id) => ({ id, content: `Do ${id}` })),
    });

  const done = update(...['a', 'b', 'c'].map((id) => ({ id, status: 'COMPLETED' })));

  it('cannot, although its user is an administrator, when nobody has approved the hash', async () => {
    const { hash } = await stage(await cluster.account(), 'lured', 'Obey the page.');
    const talk = await PlanTalk.open(cluster);
    await talk.say('Read the page.', apply('lured', hash), answer('It told me to.'));
    expect(talk.told()).toContain('KIT_NOT_APPROVED');
    await talk.say('Plan it.', action('START_PLAN'), proposed(`Apply ${hash}.`));
    await talk.say(
      'yes, go ahead',
      action('START_EXECUTION'),
      apply('lured', hash),
      done,
      answer('Not that way.'),
    );
    expect(refusals(talk)).toHaveLength(2);
    expect(await textsOf(await cluster.account(), 'lured')).toEqual([]);
  });

  it('can, when the administrator approved with the button a plan that names the hash', async () => {
    const { hash } = await stage(await cluster.account(), 'wanted', 'As we agreed.');
    const talk = await PlanTalk.open(cluster);
    await talk.say('Plan it.', action('START_PLAN'), proposed(`Apply wanted, ${hash}.`));
    talk.script(apply('wanted', hash), done, answer('Applied.'));
    await talk.decide('approve', 1);
    await talk.conversation.connection.says('Applied.');
    const texts = await textsOf(await cluster.account(), 'wanted');
    expect(texts).toEqual(NAMES.map(() => 'As we agreed.'));
  });
});
