import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineWorld, feedbackOf, plainRecipe, type EngineChat } from '@vance/engine-core/testing';
import type { ModelRequest } from '@vance/llm';
import { act, callTools, type ScriptedAnswer } from '@vance/llm/testing';
import { switchAgentMode } from '@vance/plan-core';
import { ProcessWriter } from '@vance/think-process';
import { ArthurModule } from '../arthur.module';

/** Items `Do <id>`. */
export const items = (...ids: string[]) => ids.map((id) => ({ id, content: `Do ${id}` }));
export const propose = (): ScriptedAnswer =>
  act('PROPOSE_PLAN', {
    plan: '# Plan\n\nFirst this, then that, and then the last of the three things.',
    summary: 'A plan',
    todos: items('a', 'b', 'c'),
  });
export const update = (...updates: [id: string, status: string][]): ScriptedAnswer =>
  act('TODO_UPDATE', { updates: updates.map(([id, status]) => ({ id, status })) });
export const answer = (message: string, more: object = {}): ScriptedAnswer =>
  act('ANSWER', { message, ...more });
export const ask = (message: string): ScriptedAnswer => act('ASK_USER', { message });
/** A call with an effect that is never repeated. */
export const write = (name: string): ScriptedAnswer =>
  callTools(['work_file_write', { path: `${name}.md`, content: name }]);
/** An answer that has been shown and then goes no further. */
export const SHOWN =
  'This text is long enough to be shown to the user, and then the model breaks off';
export const CUT = `{"type":"ANSWER","reason":"r","message":"${SHOWN}`;

export const toolNames = (request?: ModelRequest): string[] =>
  request?.tools.map(({ name }) => name) ?? [];

/** Arthur on a real database, with one fresh conversation for each test. */
export class ArthurWorld {
  private current: EngineChat | undefined;

  private constructor(
    readonly world: EngineWorld,
    private readonly folder: string,
  ) {}

  /** @param more.documents with the database's own recipes and prompts */
  static async open(
    mongoUri: string,
    more: Omit<Parameters<typeof EngineWorld.open>[0], 'mongoUri' | 'dataDir' | 'engines'> = {},
  ): Promise<ArthurWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'arthur-'));
    return new ArthurWorld(
      await EngineWorld.open({ mongoUri, dataDir: folder, engines: [ArthurModule], ...more }),
      folder,
    );
  }

  get chat(): EngineChat {
    if (!this.current) throw new Error('begin() first');
    return this.current;
  }

  get model(): EngineWorld['model'] {
    return this.world.model;
  }

  /** Everything as at the beginning, a new conversation. */
  async begin(): Promise<void> {
    this.world.sources.current = plainRecipe();
    this.world.sources.layers = [];
    this.world.sources.settings = { revision: 0, planModeDefault: 'auto' };
    this.world.log.lines.length = 0;
    this.world.audit.notes.length = 0;
    this.current = await this.world.chat('arthur');
  }

  /** Forgets the script. @returns steps that were never asked for */
  end(): number {
    const { left } = this.model;
    this.model.reset();
    return left;
  }

  async close(): Promise<void> {
    await this.world.close();
    rmSync(this.folder, { recursive: true });
  }

  get requests(): readonly ModelRequest[] {
    return this.model.requests;
  }

  /** What the last question told the model after its last own message. */
  last(): string {
    return feedbackOf(this.requests.at(-1));
  }

  /** Whether the effect of `write(name)` took place. */
  written(name: string): boolean {
    return readdirSync(this.folder, { recursive: true }).some((path) =>
      String(path).endsWith(`${name}.md`),
    );
  }

  async toPlanning(): Promise<void> {
    this.model.play(act('START_PLAN', { goal: 'Rebuild' }), propose());
    await this.chat.send('Please rebuild the importer.');
    await this.mustBe('PLANNING BLOCKED ready user');
  }

  async toExecuting(): Promise<void> {
    await this.toPlanning();
    this.model.play(act('START_EXECUTION'), ask('Shall I go on?'));
    await this.chat.send('Looks good, go ahead.');
    await this.mustBe('EXECUTING BLOCKED executing user');
  }

  /** The user's switch, as its service writes it. */
  async setAgentMode(agentMode: 'build' | 'plan'): Promise<void> {
    const { world, chat } = this;
    await world.app.get(ProcessWriter).write(world.scope, chat.processId, (process) => {
      const moved = switchAgentMode(process, { agentMode, planModeAvailable: true });
      if (!moved.ok) throw new Error(moved.error.feedback);
      const { state } = moved.value.move;
      return { kind: 'write', patch: { state }, expect: { version: true }, result: null };
    });
  }

  private async mustBe(state: string): Promise<void> {
    const found = await this.chat.state();
    if (found !== state) throw new Error(`the process is ${found}, not ${state}`);
  }
}
