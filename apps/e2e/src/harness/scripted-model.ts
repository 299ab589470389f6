import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model answers next. */
export type ModelStep =
  | {
      readonly kind: 'action';
      readonly type: string;
      readonly args?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'calls';
      readonly calls: readonly { readonly name: string; readonly args?: unknown }[];
    }
  | { readonly kind: 'text'; readonly text: string };

/** The part of a chat-completions request that the scripts look at. */
export interface SeenRequest {
  readonly messages: readonly {
    readonly role: string;
    readonly content?: unknown;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string };
    }[];
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A step, or a function that is asked for it (and may wait: that is how a test holds the model). */
export type ScriptStep = ModelStep | ((request: SeenRequest) => ModelStep | Promise<ModelStep>);

interface Script {
  readonly steps: ScriptStep[];
  readonly requests: SeenRequest[];
}

async function readJson(request: IncomingMessage): Promise<SeenRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as SeenRequest;
}

const frame = (delta: unknown, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-e2e',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;

/** An OpenAI-compatible server that answers each conversation from its own script, found by a marker in the messages. */
export class ScriptedModel {
  private readonly scripts = new Map<string, Script>();
  private serial = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server);
    server.on('request', (request, response) => {
      model.serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Sets what comes next for the conversation that carries `marker`; what was left is dropped. */
  play(marker: string, ...steps: ScriptStep[]): void {
    const script = this.scripts.get(marker);
    this.scripts.set(marker, { steps, requests: script?.requests ?? [] });
  }

  /** Every request of the conversation so far. */
  requests(marker: string): readonly SeenRequest[] {
    return this.scripts.get(marker)?.requests ?? [];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const text = JSON.stringify(body.messages);
    const script = [...this.scripts].find(([marker]) => text.includes(marker))?.[1];
    script?.requests.push(body);
    const next = script?.steps.shift() ?? answer('The script is exhausted.');
    const step = typeof next === 'function' ? await next(body) : next;
    if (response.destroyed) return;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const one of this.frames(step)) response.write(one);
    response.end('data: [DONE]\n\n');
  }

  private frames(step: ModelStep): string[] {
    const id = (index: number): string => `call_${this.serial}_${index}`;
    this.serial += 1;
    if (step.kind === 'text')
      return [frame({ role: 'assistant', content: step.text }), frame({}, 'stop')];
    const calls =
      step.kind === 'action'
        ? [{ name: 'arthur_action', args: { type: step.type, reason: 'scripted', ...step.args } }]
        : step.calls.map(({ name, args }) => ({ name, args: args ?? {} }));
    const frames = calls.flatMap(({ name, args }, index) => [
      frame({
        tool_calls: [{ index, id: id(index), type: 'function', function: { name, arguments: '' } }],
      }),
      frame({ tool_calls: [{ index, function: { arguments: JSON.stringify(args) } }] }),
    ]);
    return [...frames, frame({}, 'tool_calls')];
  }
}

export const action = (type: string, args: Readonly<Record<string, unknown>> = {}): ModelStep => ({
  kind: 'action',
  type,
  args,
});
export const answer = (message: string): ModelStep => action('ANSWER', { message });
export const ask = (message: string): ModelStep => action('ASK_USER', { message });
export const call = (name: string, args?: unknown): ModelStep => ({
  kind: 'calls',
  calls: [{ name, args }],
});
export const propose = (...ids: string[]): ModelStep =>
  action('PROPOSE_PLAN', {
    plan: '# Plan\n\nThe scripted plan.',
    summary: 'A scripted plan',
    todos: ids.map((id) => ({ id, content: `Do ${id}` })),
  });
export const update = (...updates: { id: string; status: string }[]): ModelStep =>
  action('TODO_UPDATE', { updates });

/** Holds the model in the middle of a turn until `open()` is called. */
export function gate(step: ModelStep): {
  readonly step: (request: SeenRequest) => Promise<ModelStep>;
  readonly arrived: Promise<void>;
  open(): void;
} {
  let open: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return {
    arrived,
    open: () => open(),
    step: async () => {
      arrive();
      await opened;
      return step;
    },
  };
}
