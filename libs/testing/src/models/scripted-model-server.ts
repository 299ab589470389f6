import { chat } from './chat';
import { gemini } from './gemini';
import type { ModelStep } from './model-step';
import { responses } from './responses';
import {
  ScriptedHttpServer,
  type RecordedRequest,
  type ScriptedReply,
} from './scripted-http-server';
import { replyOf } from './wire-protocol';

const PROTOCOLS = [chat.protocol, responses.protocol, gemini.protocol];

/**
 * A real HTTP server that is a scripted model: one script, and each question is answered in the protocol it came in,
 * OpenAI's chat completions or responses, or Gemini's `streamGenerateContent`.
 */
export class ScriptedModelServer extends ScriptedHttpServer {
  private readonly script: ModelStep[] = [];

  static start(): Promise<ScriptedModelServer> {
    return new ScriptedModelServer().listen();
  }

  /** What goes into OPENAI_BASE_URL. */
  get openAiUrl(): string {
    return `${this.root}/v1`;
  }

  /** What goes into GEMINI_BASE_URL. */
  get geminiUrl(): string {
    return this.root;
  }

  /** Adds steps, one per question; a question without one gets status 500. */
  play(...steps: readonly ModelStep[]): void {
    this.script.push(...steps);
  }

  /** Drops the steps that nobody has asked for. */
  forget(): void {
    this.script.length = 0;
  }

  /** A whole stream, as its bytes. */
  playStream(...parts: readonly (Buffer | string)[]): void {
    this.play({ kind: 'stream', parts });
  }

  protected next({ path }: RecordedRequest): ScriptedReply {
    const wire = PROTOCOLS.find((protocol) => protocol.speaks(path));
    const step = this.script.shift();
    if (!wire) return failure(404, `no protocol is spoken at ${path}`);
    return step ? replyOf(step, wire) : failure(500, 'the script is used up');
  }
}

function failure(status: number, message: string): ScriptedReply {
  return { kind: 'body', status, body: JSON.stringify({ error: { message } }) };
}
