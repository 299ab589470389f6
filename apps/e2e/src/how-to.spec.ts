import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOfProduct, freePort, isKept, play, ScriptedModel, stepsOf } from './harness';

jest.setTimeout(300_000);

const FOLDER = join(__dirname, '../../../docs/how-to');
const START = 'README.md';
const pages = readdirSync(FOLDER).filter((name) => name !== START);
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

describe('a page', () => {
  const page = [
    ...['Look:', '```sh', 'ls', '```', '', '```text', 'a …', 'c', '```', '```yaml', 'x: 1', '```'],
    ...['```sh', 'npm start', '```', '```log', 'ready', '```', ''],
  ].join('\n');

  it('is what to type, what that prints, and what the product says', () => {
    expect(stepsOf(page)).toEqual([
      { line: 3, typed: 'ls\n', printed: ['a …\nc\n'], logged: [] },
      { line: 14, typed: 'npm start\n', printed: [], logged: ['ready\n'] },
    ]);
  });

  it.each([
    ['words in another order', 'c\na b', false],
    ['a word less', 'a b', false],
    ['all of it, with more around', '> a b\nc\n>', true],
  ])('keeps its promise, or not: %s', (_, said, kept) => {
    expect(isKept('a …\nc\n', said)).toBe(kept);
  });
});

/** What the pages say a reader needs. A machine without it passes them over; CI has to have it. */
const canType = spawnSync('bash', ['-c', 'command -v curl && command -v jq']).status === 0;
const onEquipped = canType || process.env['CI'] ? describe : describe.skip;

onEquipped('the how-tos', () => {
  let folder: string;
  let model: ScriptedModel;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vance-how-to-'));
    model = await ScriptedModel.start();
    await copyOfProduct(folder);
  });
  afterEach(async () => {
    await model?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(pages)('%s, typed as it stands after the start, says what it promises', async (page) => {
    const port = String(await freePort());
    /** The addresses of the pages, as they are on a machine where others run too. */
    const here = (text: string) =>
      text
        .replaceAll('127.0.0.1:8787', `127.0.0.1:${port}`)
        .replaceAll('127.0.0.1:11434', new URL(model.url).host);
    const steps = [START, page].flatMap((name) => stepsOf(here(textOf(name))));
    expect(steps.length).toBeGreaterThan(2);
    const { printed, log } = await play(steps, folder, { VANCE_PORT: port });
    const outcomes = steps.map(({ line, typed, printed: promised, logged }, index) => {
      const got = printed[index] ?? '';
      const holds = {
        reached: index + 1 < printed.length,
        printed: promised.every((promise) => isKept(promise, got)),
        // What prints something says so, or readers wonder.
        told: promised.length > 0 || got.trim() === '',
        logged: logged.every((promise) => isKept(promise, log)),
      };
      return { page, line, typed, promised, logged, got, holds };
    });
    // The first that breaks: what comes after it is its consequence.
    const broken = outcomes.find(({ holds }) => !Object.values(holds).every(Boolean));
    expect(broken).toBeUndefined();
  });
});
