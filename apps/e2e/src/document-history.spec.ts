import { type Account, Cluster } from './harness';

const DOCUMENTS = '/api/v1/projects/e2e/documents';
const WRITERS = 4;
/** Acknowledged writes after which the brain is killed, in the midst of others. */
const KILL_AFTER = [3, 10, 25, 60];

interface Head {
  readonly version: number;
}

describe('kill -9 of a brain while documents are written', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.start({ brains: 2, workers: 0 });
    await cluster.account();
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  const textOf = async ({ url, token }: Account, path: string): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url}${DOCUMENTS}/${path}`, { headers })).text();
  };
  const allVersions = async (account: Account, path: string): Promise<number[]> => {
    const versions: number[] = [];
    for (let cursor = ''; ;) {
      const more = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await account.get<{ items: Head[]; cursor?: string }>(
        `${DOCUMENTS}/${path}/history?limit=50${more}`,
      );
      versions.push(...page.items.map(({ version }) => version));
      if (page.cursor === undefined) return versions;
      cursor = page.cursor;
    }
  };

  const previewed = async (account: Account): Promise<string> => {
    const url = '/api/v1/projects/e2e/prompts/torn/preview';
    return (await account.post<{ text: string }>(url, { mode: 'NORMAL' })).text;
  };

  /** A command of the dead may still be on its way: then the text before is another one than the text after. */
  const seenAtOnce = async (account: Account, path: string): Promise<void> => {
    for (;;) {
      const before = await textOf(account, path);
      const seen = await previewed(account);
      if (before !== (await textOf(account, path))) continue;
      expect(seen).toBe(before);
      return;
    }
  };

  it.each(['notes/torn.md', 'prompts/torn.md'])(
    '%s: every version that was acknowledged is in its history, as it was, and none is missing',
    async (path) => {
      const survivor = await cluster.account(1);
      /** Texts by the version they were acknowledged as. */
      const acknowledged = new Map<number, string>();
      for (const [round, killAfter] of KILL_AFTER.entries()) {
        const writer = await cluster.account(0);
        let left = killAfter;
        let killed: Promise<void> | undefined;
        const write = async (name: number): Promise<void> => {
          for (let n = 1; killed === undefined; n += 1) {
            const text = `text ${n} of writer ${name} in round ${round}`;
            const head = await writer
              .put<Head>(`${DOCUMENTS}/${path}`, text, 'text/markdown')
              .catch(() => undefined);
            if (head === undefined) return;
            acknowledged.set(head.version, text);
            left -= 1;
            if (left === 0) killed = cluster.brains[0]!.kill9();
          }
        };
        await Promise.all(Array.from({ length: WRITERS }, (_, name) => write(name)));
        await killed;

        const versions = await allVersions(survivor, path);
        const [last = 0] = versions;
        expect(versions).toEqual(Array.from({ length: last }, (_, index) => last - index));
        for (const [version, text] of acknowledged)
          expect([version, await textOf(survivor, `${path}?version=${version}`)]).toEqual([
            ...[version, text],
          ]);
        // What the dead brain wrote past its last answer, and did not live to announce, is seen at once elsewhere.
        if (path.startsWith('prompts/')) await seenAtOnce(survivor, path);
        await cluster.startBrain(0);
      }
      expect(acknowledged.size).toBeGreaterThanOrEqual(98);
    },
  );
});
