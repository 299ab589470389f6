import { setTimeout as wait } from 'node:timers/promises';
import {
  ModelFault,
  type FinishReason,
  type ModelAnswer,
  type ModelObserver,
  type ModelProvider,
  type ModelRequest,
} from '../model-port';

/** What a scripted model says. Missing call ids are numbered `call_1`, `call_2`… over the provider's life. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly {
    readonly id?: string;
    readonly name: string;
    /** A text is sent as it is, so it may be broken. */
    readonly arguments: string | Readonly<Record<string, unknown>>;
  }[];
  readonly finish?: FinishReason;
  /** Waited for after text and arguments have been streamed. */
  readonly until?: () => Promise<unknown>;
  /** Thrown after text and arguments have been streamed. */
  readonly fault?: ModelFault;
  /** Waits before it answers; an abort ends the wait. */
  readonly delayMs?: number;
  /** Never ends after having streamed what it has; only an abort ends it. */
  readonly hangs?: boolean;
}

export type ScriptedStep =
  | ScriptedAnswer
  | ModelFault
  | ((request: ModelRequest) => ScriptedAnswer | ModelFault | Promise<ScriptedAnswer | ModelFault>);

/** Plain text without a call. */
export const say = (text: string): ScriptedAnswer => ({ text });

/** One call of the action function. */
export const act = (
  type: string,
  args: Readonly<Record<string, unknown>> = {},
  name = 'arthur_action',
): ScriptedAnswer => ({ calls: [{ name, arguments: { type, reason: 'scripted', ...args } }] });

/** Calls of ordinary tools, `[name, arguments]` each. */
export const callTools = (
  ...calls: readonly (readonly [string, Readonly<Record<string, unknown>>?])[]
): ScriptedAnswer => ({
  calls: calls.map(([name, args]) => ({ name, arguments: args ?? {} })),
});

/**
 * A model for tests: one value for every question, a list in order, or a function; it records what it
 * is asked. A list that is used up fails the question.
 */
export class ScriptedProvider implements ModelProvider {
  readonly requests: ModelRequest[] = [];
  private queue: ScriptedStep[];
  private always: ScriptedStep | undefined;
  private minted = 0;

  constructor(
    script: ScriptedStep | readonly ScriptedStep[] = [],
    readonly name = 'scripted',
    /** Characters per delta. */
    private readonly chunk = 16,
  ) {
    this.queue = isList(script) ? [...script] : [];
    this.always = isList(script) ? undefined : script;
  }

  /** Steps not yet used. */
  get left(): number {
    return this.queue.length;
  }

  /** Adds steps behind those that wait. */
  play(...steps: readonly ScriptedStep[]): void {
    this.queue.push(...steps);
  }

  /** Forgets its script and what it was asked. */
  reset(): void {
    this.queue = [];
    this.always = undefined;
    this.requests.length = 0;
  }

  /** What it answers when no step waits. */
  otherwise(step: ScriptedStep): void {
    this.always = step;
  }

  async ask(request: ModelRequest, observer: ModelObserver): Promise<ModelAnswer> {
    this.requests.push(request);
    const step = this.queue.shift() ?? this.always;
    if (!step) throw new ModelFault('rejected', 'the script is used up');
    const answer = typeof step === 'function' ? await step(request) : step;
    if (answer instanceof ModelFault) throw answer;
    if (answer.delayMs) await wait(answer.delayMs, undefined, { signal: request.signal });
    return this.deliver(answer, request, observer);
  }

  private async deliver(
    script: ScriptedAnswer,
    request: ModelRequest,
    observer: ModelObserver,
  ): Promise<ModelAnswer> {
    const text = script.text ?? '';
    for (const piece of this.pieces(text)) observer.onText(piece);
    const toolCalls = (script.calls ?? []).map((call, index) => {
      const args =
        typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
      for (const piece of this.pieces(args)) observer.onToolArguments(index, call.name, piece);
      return { id: call.id ?? `call_${++this.minted}`, name: call.name, arguments: args };
    });
    await script.until?.();
    if (script.hangs) await untilAborted(request.signal);
    if (script.fault) throw script.fault;
    const finish = script.finish ?? (toolCalls.length > 0 ? 'tools' : 'stop');
    const usage = { inputTokens: 100, outputTokens: 20, cachedTokens: 0 };
    return { turn: { text, toolCalls }, finish, usage };
  }

  private *pieces(text: string): Generator<string> {
    for (let at = 0; at < text.length; at += this.chunk) yield text.slice(at, at + this.chunk);
  }
}

function isList(script: ScriptedStep | readonly ScriptedStep[]): script is readonly ScriptedStep[] {
  return Array.isArray(script);
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
