import type { AssistantTurn } from '@vance/protocol';
import type { ModelApi } from './core/model-info';
import type { ModelAccess } from './model-access';

/** What a model is told, oldest first. Tool results follow the answer that asked for them, one per call. */
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly turn: AssistantTurn }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly content: string;
    };

/** A function the model may call. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One question to a model. */
export interface ModelRequest {
  /** The provider's own name of the model, without the `provider:` prefix. */
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens?: number;
  /** By which of its provider's protocols it is asked; the adapter's choice when absent. */
  readonly api?: ModelApi;
  /** It thinks before it answers, and its thoughts are to come back with its answers. */
  readonly reasoning?: boolean;
  /** Whose key it is asked with, and where; the provider's own when absent. */
  readonly access?: ModelAccess;
  /** Ends the request and its stream at once. */
  readonly signal: AbortSignal;
}

/** What is told while an answer arrives. Called in order; must return quickly. */
export interface ModelObserver {
  onText(delta: string): void;
  /** `index` counts the answer's calls from 0; `name` is known from the first delta of a call on. */
  onToolArguments(index: number, name: string, delta: string): void;
  /** The attempt failed before anything was shown and is tried again: forget what came. */
  onRestart(): void;
  /** Whether a person has seen part of this answer: then it is never asked for again. */
  wasShown(): boolean;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
}

/** `tools`: asks for calls · `length`: cut by the token limit, so its last call's JSON may be broken. */
export type FinishReason = 'stop' | 'tools' | 'length' | 'filtered' | 'other';

export interface ModelAnswer {
  readonly turn: AssistantTurn;
  readonly finish: FinishReason;
  readonly usage: ModelUsage;
}

/** Why a model could not answer. */
export type ModelFaultKind =
  | 'rate-limited'
  | 'overloaded'
  | 'server'
  | 'connection'
  | 'timeout'
  | 'context-overflow'
  | 'rejected'
  | 'unauthorized'
  | 'unknown-model'
  /** There is no key for the provider, or its address may not be asked: an administrator has to see to it. */
  | 'not-configured'
  /** The tenant's budget is used up: nobody was asked. */
  | 'over-budget';

/** A model's failure, with what the retry policy needs to know. The message is for the log, not for the chat. */
export class ModelFault extends Error {
  constructor(
    readonly kind: ModelFaultKind,
    message: string,
    readonly details: {
      readonly status?: number;
      readonly retryAfterMs?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ModelFault';
  }

  /** Whether the same question may succeed a little later. */
  get retryable(): boolean {
    return (
      this.kind === 'rate-limited' ||
      this.kind === 'overloaded' ||
      this.kind === 'server' ||
      this.kind === 'connection' ||
      this.kind === 'timeout'
    );
  }
}

/** A family of models behind one protocol. Adapters translate; retries and fallbacks are not theirs. */
export interface ModelProvider {
  /** The prefix in `provider:model`. */
  readonly name: string;
  /** It has no key of its own: only a question with an `access` can be asked. */
  readonly needsAccess?: boolean;
  /** One attempt, streamed. Rejects with a ModelFault; an abort rejects with the signal's reason. */
  ask(request: ModelRequest, observer: ModelObserver): Promise<ModelAnswer>;
}
