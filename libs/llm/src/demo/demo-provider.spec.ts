import type { ModelMessage, ModelTool } from '../model-port';
import { RecordingObserver } from '../testing';
import { DemoProvider } from './demo-provider';

interface Todo {
  id: string;
  content: string;
  status: string;
}
type Args = Record<string, unknown>;

const FILES: Readonly<Record<string, string>> = {
  'docs/architecture/life-of-a-turn.md':
    '# Life of a turn\n\nHow the words of a user become an answer that survives kill -9 of any process.\n\n## Lanes\n\nA lane is the durability of the right to work.\n',
  'docs/glossary.md':
    '# Glossary\n\nThe words of this project, each with its meaning and its place.\n',
  'libs/llm/README.md':
    '# llm\n\nModels behind one port, with retries and fallbacks for durability.\n',
  'libs/llm/src/index.ts': 'export const durability = 1;\n',
};
const SETTING = ['work_file_list', 'work_file_find', 'work_file_read', 'work_file_grep'];

/** Enough of the product for the demo model to live in: modes, todos, tools on files in memory. */
class World {
  mode = 'NORMAL';
  phase = 'none';
  goal = '';
  todos: Todo[] = [];
  plan = '';
  waiting = false;
  readonly documents = new Map<string, string>();
  readonly said: string[] = [];
  readonly actions: string[] = [];
  readonly toolsUsed: string[] = [];
  readonly refuse = new Set<string>();
  private readonly history: ModelMessage[] = [];
  private run: ModelMessage[] = [];

  constructor(
    private readonly files = FILES,
    private readonly toolNames = [...SETTING, 'doc_list', 'doc_read', 'doc_create', 'doc_update'],
    readonly model = new DemoProvider({ piece: 24, pauseMs: 0 }),
  ) {}

  /** A user's message, then turns until the process waits or rests. */
  async user(content: string): Promise<string | undefined> {
    if (this.phase === 'completed')
      Object.assign(this, { mode: 'NORMAL', phase: 'none', todos: [] });
    const before = this.said.length;
    this.history.push({ role: 'user', content });
    this.run = [];
    for (let asked = 0; ; asked++) {
      if (asked > 40) throw new Error(`no end in sight: ${this.actions.join(' ')}`);
      if (await this.ask()) break;
    }
    return this.said.slice(before).at(-1);
  }

  async question(tools = this.tools()) {
    return this.model.ask(
      {
        model: 'guide',
        messages: [
          { role: 'system', content: '# You are Arthur\n\nmode and phase are told at the end.' },
          ...this.history,
          ...this.run,
          { role: 'system', content: this.block() },
        ],
        tools,
        signal: new AbortController().signal,
      },
      new RecordingObserver(),
    );
  }

  private async ask(): Promise<boolean> {
    const { turn } = await this.question();
    this.run.push({ role: 'assistant', turn });
    let end = turn.toolCalls.length === 0;
    for (const { id, name, arguments: text } of turn.toolCalls) {
      const args = JSON.parse(text) as Args;
      const content = name === 'arthur_action' ? this.act(args) : this.use(name, args);
      this.run.push({ role: 'tool', callId: id, name, content });
      if (
        name === 'arthur_action' &&
        ['ANSWER', 'ASK_USER', 'PROPOSE_PLAN'].includes(String(args['type']))
      ) {
        end ||= !content.includes('_REQUIRED') && !content.startsWith('INVALID');
      }
    }
    return end;
  }

  private block(): string {
    const mark = (todo: Todo) =>
      ({ PENDING: '[ ]', IN_PROGRESS: '[~]', COMPLETED: '[✓]' })[todo.status] ?? '[ ]';
    return [
      '## Plan state',
      `mode: ${this.mode}`,
      `phase: ${this.phase}`,
      ...(this.goal === '' ? [] : [`goal: ${this.goal}`]),
      '',
      ...this.todos.map((todo) => `${mark(todo)} ${todo.id}: ${todo.content}`),
    ].join('\n');
  }

  private tools(): ModelTool[] {
    const readOnly = this.mode === 'EXPLORING' || this.mode === 'PLANNING';
    const names = this.toolNames.filter((name) => !readOnly || !/create|update/.test(name));
    const properties = { path: {}, pattern: {}, limit: {}, content: {}, title: {}, ignoreCase: {} };
    return ['arthur_action', ...names].map((name) => ({
      name,
      description: '',
      parameters: { type: 'object', properties },
    }));
  }

  private act(args: Args): string {
    const type = String(args['type']);
    this.actions.push(type);
    if (this.refuse.has(type)) return `${type}_REQUIRED: not now.`;
    if (type === 'START_PLAN')
      Object.assign(this, { mode: 'EXPLORING', phase: 'drafting', goal: args['goal'] });
    if (type === 'PROPOSE_PLAN') {
      const todos = args['todos'] as Todo[];
      if (todos.length < 3 || todos.length > 8) return 'INVALID_PLAN: 3 to 8 items.';
      if (new Set(todos.map(({ id }) => id)).size < todos.length) return 'INVALID_PLAN: ids.';
      this.todos = todos.map(({ id, content }) => ({ id, content, status: 'PENDING' }));
      this.plan = String(args['plan']);
      Object.assign(this, { mode: 'PLANNING', phase: 'ready' });
      this.history.push({ role: 'assistant', turn: { text: this.plan, toolCalls: [] } });
    }
    if (type === 'START_EXECUTION') Object.assign(this, { mode: 'EXECUTING', phase: 'executing' });
    if (type === 'TODO_UPDATE') return this.update(args['updates'] as Todo[]);
    if (type === 'ANSWER' || type === 'ASK_USER') {
      this.said.push(String(args['message']));
      this.history.push({
        role: 'assistant',
        turn: { text: String(args['message']), toolCalls: [] },
      });
      if (args['abandonPlan']) Object.assign(this, { mode: 'NORMAL', phase: 'none', todos: [] });
    }
    return 'OK.';
  }

  private update(updates: readonly Todo[]): string {
    for (const { id, status } of updates) {
      const todo = this.todos.find((item) => item.id === id);
      if (!todo) return `Ignored:\n- ${id}: unknown`;
      if (status === 'IN_PROGRESS' && this.todos.some((t) => t.status === 'IN_PROGRESS'))
        throw new Error('two in progress');
      todo.status = status;
    }
    if (this.todos.every((todo) => todo.status === 'COMPLETED')) this.phase = 'completed';
    return 'OK.';
  }

  private use(name: string, args: Args): string {
    this.toolsUsed.push(name);
    const path = String(args['path'] ?? '');
    switch (name) {
      case 'work_file_list': {
        const tops = [...new Set(Object.keys(this.files).map((file) => file.split('/')[0] ?? ''))];
        return JSON.stringify({
          path,
          entries: tops.map((top) => ({ name: top, type: 'folder' })),
        });
      }
      case 'work_file_find':
        return JSON.stringify({
          files: Object.keys(this.files).filter((file) => file.endsWith('.md')),
        });
      case 'work_file_grep': {
        const hits = Object.entries(this.files).filter(([, text]) =>
          text.includes(String(args['pattern'])),
        );
        return (
          hits.map(([file, text]) => `${file}:3: ${text.split('\n')[2] ?? ''}`).join('\n') ||
          'No match.'
        );
      }
      case 'work_file_read':
        return this.files[path] ?? `WORKSPACE: There is no ${path}.`;
      case 'doc_list':
        return JSON.stringify({ items: [...this.documents.keys()].map((p) => ({ path: p })) });
      case 'doc_create':
        if (this.documents.has(path)) return `DOCUMENT_EXISTS: there is one already.`;
        this.documents.set(path, String(args['content']));
        return JSON.stringify({ path, version: 1 });
      case 'doc_update':
        this.documents.set(path, String(args['content']));
        return JSON.stringify({ path, version: 2 });
      default:
        return 'TOOL_NOT_ALLOWED_IN_MODE: no.';
    }
  }
}

const REQUEST = 'Explore the docs and write a report about durability.';
const report = (world: World) => [...world.documents].find(([path]) => path.startsWith('reports/'));

describe('the demo model', () => {
  it('answers small talk, says that it is a demo and how to set a key', async () => {
    const world = new World();
    const answer = await world.user('Hello there!');
    expect(answer).toMatch(/demo/);
    expect(answer).toMatch(/OPENAI_API_KEY.*GEMINI_API_KEY/);
    expect(answer).toMatch(/VANCE_MODEL/);
    expect(world.actions).toEqual(['ANSWER']);
  });

  it('explores real files and proposes 3 to 6 steps that name what it found', async () => {
    const world = new World();
    await world.user(REQUEST);
    expect(world.mode).toBe('PLANNING');
    expect(world.toolsUsed).toEqual(expect.arrayContaining(SETTING));
    expect(world.todos.length).toBeGreaterThanOrEqual(3);
    expect(world.todos.length).toBeLessThanOrEqual(6);
    const named = world.todos.map(({ content }) => content).join('\n');
    expect(named).toContain('docs/architecture/life-of-a-turn.md');
    expect(named).toContain('"durability"');
    expect(named).toContain('`reports/durability.md`');
    for (const part of ['Plan', 'Risks', 'Verification', 'Next Action']) {
      expect(world.plan).toContain(`## ${part}`);
    }
    expect(world.plan).toContain('Life of a turn');
    expect(world.documents.size).toBe(0);
  });

  it('carries out an approved plan step by step and writes a report of what it read', async () => {
    const world = new World();
    await world.user(REQUEST);
    const steps = world.todos.length;
    const answer = await world.user('Looks good, go ahead.');
    expect(world.phase).toBe('completed');
    expect(world.actions.filter((type) => type === 'TODO_UPDATE')).toHaveLength(steps + 1);
    const [path, content] = report(world) ?? ['', ''];
    expect(answer).toContain(path);
    expect(content).toContain('survives kill -9 of any process');
    expect(content).toContain('`docs/architecture/life-of-a-turn.md`');
    expect(content).toContain('A lane is the durability of the right to work.');
    expect(content).toContain('Where “durability” appears');
  });

  it('begins at once where the approval was a button', async () => {
    const world = new World();
    await world.user(REQUEST);
    Object.assign(world, { mode: 'EXECUTING', phase: 'executing' });
    await world.user('I approve the plan.');
    expect(world.actions).not.toContain('START_EXECUTION');
    expect(report(world)).toBeDefined();
  });

  it('reads again what a new run has not seen, and overwrites its own report', async () => {
    const world = new World();
    await world.user(REQUEST);
    await world.user('ok');
    Object.assign(world, { mode: 'EXECUTING', phase: 'executing' });
    const last = world.todos.at(-1);
    if (last) last.status = 'PENDING';
    await world.user('go on');
    expect(report(world)?.[1]).toContain('survives kill -9');
  });

  it.each(['no', 'Nein.', 'stop', 'forget it'])('drops the plan after %p', async (reply) => {
    const world = new World();
    await world.user(REQUEST);
    await world.user(reply);
    expect(world.mode).toBe('NORMAL');
    expect(world.actions).not.toContain('START_EXECUTION');
  });

  it.each([
    ['yes, but without the glossary', 'glossary', false],
    ['Please also look at the README of llm', 'libs/llm/README.md', true],
    ['add something about kangaroos', 'kangaroos', true],
  ])('changes the plan after %p and waits again', async (reply, word, there) => {
    const world = new World();
    await world.user(REQUEST);
    await world.user(reply);
    expect(world.mode).toBe('PLANNING');
    expect(world.actions.filter((type) => type === 'PROPOSE_PLAN')).toHaveLength(2);
    const steps = world.todos.map(({ content }) => content).join('\n');
    expect(steps.includes(word)).toBe(there);
    expect(world.todos.at(-1)?.content).toMatch(/^Write the report/);
  });

  it('asks what to change where a button said only that', async () => {
    const world = new World();
    await world.user(REQUEST);
    world.phase = 'drafting';
    expect(await world.user('Please change plan version 1.')).toMatch(/What should be different/);
    expect(world.mode).toBe('PLANNING');
    await world.user('shorter, please');
    expect([world.phase, world.todos.length]).toEqual(['ready', 3]);
  });

  it('answers a question about the plan and keeps waiting', async () => {
    const world = new World();
    await world.user(REQUEST);
    const answer = await world.user('What is the second step?');
    expect([world.mode, world.phase]).toEqual(['PLANNING', 'ready']);
    expect(answer).toContain(world.todos[1]?.content);
  });

  it('asks for the approval that it was refused, instead of insisting', async () => {
    const world = new World();
    await world.user(REQUEST);
    world.refuse.add('START_EXECUTION');
    const answer = await world.user('ok');
    expect(answer).toMatch(/approv/);
    expect(world.actions.filter((type) => type === 'START_EXECUTION')).toHaveLength(1);
  });

  it('says so where plans are switched off, and where there is nothing to work with', async () => {
    const off = new World();
    off.refuse.add('START_PLAN');
    expect(await off.user(REQUEST)).toMatch(/switched off/);
    const empty = new World({});
    expect(await empty.user(REQUEST)).toMatch(/no files/);
    expect(empty.mode).toBe('NORMAL');
  });

  it('gives the report in the chat where it may not write a document', async () => {
    const world = new World(FILES, SETTING);
    await world.user(REQUEST);
    expect(await world.user('ok')).toContain('survives kill -9');
  });

  it('names a file that has gone since, and goes on', async () => {
    const files = { ...FILES };
    const world = new World(files);
    await world.user(REQUEST);
    delete (files as Record<string, string>)['docs/glossary.md'];
    await world.user('ok');
    expect(report(world)?.[1]).toContain('Could not be read: `docs/glossary.md`');
  });

  it('does the same twice', async () => {
    const play = async () => {
      const world = new World();
      await world.user(REQUEST);
      await world.user('ok');
      return [world.actions, world.plan, [...world.documents], world.said];
    };
    expect(await play()).toEqual(await play());
  });

  it('knows nothing but the request: without functions it gives plain text', async () => {
    const { turn } = await new World().question([]);
    expect(turn.toolCalls).toEqual([]);
    expect(turn.text).not.toBe('');
  });

  it('stops speaking when it is aborted', async () => {
    const controller = new AbortController();
    const observer = new RecordingObserver();
    const asking = new DemoProvider({ piece: 1, pauseMs: 1 }).ask(
      {
        model: 'guide',
        messages: [{ role: 'user', content: 'Hello!' }],
        tools: [{ name: 'arthur_action', description: '', parameters: {} }],
        signal: controller.signal,
      },
      observer,
    );
    const reason = new Error('halted');
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
    expect(observer.argumentDeltas.length).toBeLessThan(3);
  });
});
