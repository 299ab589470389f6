import type { ModelMessage, ModelRequest, ModelTool } from '../model-port';

/** One call of the run under way, with its result once there is one. */
export interface PastCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: string;
}

/** A step of the plan as the plan-state block shows it. */
export interface PlanItem {
  readonly id: string;
  readonly content: string;
  readonly status: 'open' | 'current' | 'done' | 'blocked';
}

/** What the demo model understands of a request: nothing that is not in it. */
export interface Scene {
  readonly mode: string;
  readonly phase: string;
  readonly goal: string;
  readonly items: readonly PlanItem[];
  /** The user's last message, and those before it, oldest first. */
  readonly user: string;
  readonly earlier: readonly string[];
  /** Calls since the user's last message, oldest first. */
  readonly calls: readonly PastCall[];
  readonly tools: ReadonlyMap<string, ModelTool>;
  /** The function that carries actions, if one is offered. */
  readonly action: ModelTool | undefined;
}

const STATUS_OF_MARK: Readonly<Record<string, PlanItem['status']>> = {
  ' ': 'open',
  '~': 'current',
  '✓': 'done',
  '!': 'blocked',
};

/** Reads a request as any model would: prompts, history, tools. */
export function readScene(request: Pick<ModelRequest, 'messages' | 'tools'>): Scene {
  const { messages, tools } = request;
  const block = lastBlock(messages);
  const users = messages.flatMap((m) => (m.role === 'user' ? [m.content] : []));
  return {
    mode: field(block, 'mode') || 'NORMAL',
    phase: field(block, 'phase'),
    goal: field(block, 'goal'),
    items: itemsIn(block),
    user: users.at(-1) ?? '',
    earlier: users.slice(0, -1),
    calls: callsSinceUser(messages),
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    action: tools.find((tool) => tool.name.endsWith('_action')),
  };
}

/** The last system message that states a mode. */
function lastBlock(messages: readonly ModelMessage[]): string {
  const block = messages.findLast((m) => m.role === 'system' && /^mode: ?[A-Z]+/m.test(m.content));
  return block?.role === 'system' ? block.content : '';
}

/** The block stands behind all prompts, so the last line of a name counts. */
function field(block: string, name: string): string {
  const lines = [...block.matchAll(new RegExp(`^${name}: ?(.+)$`, 'gm'))];
  return lines.at(-1)?.[1]?.trim() ?? '';
}

function itemsIn(block: string): PlanItem[] {
  const from = block.lastIndexOf('\nmode: ');
  const lines = [...block.slice(Math.max(from, 0)).matchAll(/^\[([ ~✓!])\] (\S+): (.*)$/gm)];
  return lines.map(([, mark = ' ', id = '', content = '']) => ({
    id,
    content,
    status: STATUS_OF_MARK[mark] ?? 'open',
  }));
}

function callsSinceUser(messages: readonly ModelMessage[]): PastCall[] {
  const since = messages.slice(messages.findLastIndex((m) => m.role === 'user') + 1);
  const results = new Map(
    since.flatMap((m) => (m.role === 'tool' ? [[m.callId, m.content] as const] : [])),
  );
  return since.flatMap((m) =>
    m.role === 'assistant'
      ? m.turn.toolCalls.map((call) => ({
          name: call.name,
          args: parsed(call.arguments),
          result: results.get(call.id) ?? '',
        }))
      : [],
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The last call of the action function in this run, if its result says that it was refused. */
export function refusedAction(scene: Scene): PastCall | undefined {
  const last = scene.calls.findLast((call) => call.name === scene.action?.name);
  return last && isRefusal(last.result) ? last : undefined;
}

/** Results begin with a code in capitals when something was refused or failed. */
export const isRefusal = (result: string): boolean =>
  /^\W*(WORKSPACE|[A-Z]+(_[A-Z]+)+)\b/.test(result);
