import { setTimeout as wait } from 'node:timers/promises';
import type { ModelAnswer, ModelObserver, ModelProvider, ModelRequest } from '../model-port';
import { decide } from './decide';
import type { Decision } from './decision';
import { readScene, type Scene } from './scene';

/** The pace of its words. */
export interface DemoPace {
  /** Characters per piece. */
  readonly piece: number;
  /** Milliseconds between two pieces. */
  readonly pauseMs: number;
}

interface Call {
  readonly name: string;
  readonly arguments: string;
}

/**
 * `demo:guide`: a small deterministic program behind the port of a model, so that a newcomer without any
 * key sees a real plan on real files (3.7). It knows what the request says and nothing else.
 */
export class DemoProvider implements ModelProvider {
  readonly name = 'demo';
  private serial = 0;

  constructor(private readonly pace: DemoPace = { piece: 24, pauseMs: 12 }) {}

  async ask(request: ModelRequest, observer: ModelObserver): Promise<ModelAnswer> {
    const scene = readScene(request);
    const decision = decide(scene);
    const text = decision.kind === 'text' ? decision.text : '';
    await this.speak(text, request.signal, (piece) => observer.onText(piece));
    const calls = callsOf(scene, decision);
    for (const [index, call] of calls.entries()) {
      const tell = (piece: string): void => observer.onToolArguments(index, call.name, piece);
      if (decision.kind === 'action') await this.speak(call.arguments, request.signal, tell);
      else tell(call.arguments);
    }
    const said = text.length + calls.reduce((sum, call) => sum + call.arguments.length, 0);
    return {
      turn: { text, toolCalls: calls.map((call) => ({ id: `demo_${++this.serial}`, ...call })) },
      finish: calls.length > 0 ? 'tools' : 'stop',
      usage: {
        inputTokens: Math.ceil(sizeOf(request) / 4),
        outputTokens: Math.ceil(said / 4),
        cachedTokens: 0,
      },
    };
  }

  /** Piece by piece; an abort ends it with the signal's reason. */
  private async speak(
    text: string,
    signal: AbortSignal,
    tell: (piece: string) => void,
  ): Promise<void> {
    for (let at = 0; at < text.length; at += this.pace.piece) {
      signal.throwIfAborted();
      tell(text.slice(at, at + this.pace.piece));
      if (this.pace.pauseMs > 0) await wait(this.pace.pauseMs, undefined, { signal }).catch(ignore);
    }
    signal.throwIfAborted();
  }
}

/** The wait was cut short by an abort; the signal is asked next. */
const ignore = (): void => undefined;

function callsOf(scene: Scene, decision: Decision): readonly Call[] {
  switch (decision.kind) {
    case 'text':
      return [];
    case 'tools':
      return decision.calls.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) }));
    case 'action': {
      const name = scene.action?.name ?? 'arthur_action';
      const args = { type: decision.type, ...decision.args };
      return [{ name, arguments: JSON.stringify(args) }];
    }
  }
}

function sizeOf(request: ModelRequest): number {
  return request.messages.reduce(
    (sum, m) => sum + (m.role === 'assistant' ? m.turn.text.length : m.content.length),
    0,
  );
}
