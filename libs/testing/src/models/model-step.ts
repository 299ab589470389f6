import type { ScriptedReply } from './scripted-http-server';

/** One function call of a scripted answer. */
export interface ScriptedCall {
  /** Absent or empty as some servers leave it. */
  readonly id?: string;
  readonly name: string;
  /** JSON text; may be broken where the protocol lets a server send such. */
  readonly arguments: string;
}

/** A whole answer, in no protocol's words. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
}

/** How a stream goes wrong after an answer has begun. */
export type TornStream =
  /** The connection is destroyed between two frames. */
  | 'cut'
  /** The connection is destroyed within a frame. */
  | 'cut-within-frame'
  /** The response ends as it should, but the answer has not. */
  | 'ends-early'
  /** A frame that is no JSON. */
  | 'broken-json'
  /** An error frame of an overloaded server. */
  | 'overloaded'
  /** Nothing more comes, and the connection stays. */
  | 'stops';

/** Why a request gets no answer. */
export interface Refusal {
  readonly status: number;
  /** What the status does not say. */
  readonly reason?: 'context-overflow';
  /** How long the server asks to wait, where its vendor says such. */
  readonly retryAfterSeconds?: number;
}

/** What a model does with one question, whatever protocol it is asked in; or raw, what only one protocol can say. */
export type ModelStep =
  | ScriptedReply
  | { readonly kind: 'answer'; readonly answer: ScriptedAnswer }
  | ({ readonly kind: 'refusal' } & Refusal)
  | { readonly kind: 'torn'; readonly how: TornStream; readonly answer: ScriptedAnswer }
  /** An answer of words that never ends. */
  | { readonly kind: 'endless' }
  /** A finished answer without a word or a call. */
  | { readonly kind: 'empty' }
  /** A finished answer whose one call cannot be read, as the protocol tells it. */
  | { readonly kind: 'malformed-call' };

export const says = (text: string): ModelStep => ({ kind: 'answer', answer: { text } });
export const calls = (...made: readonly ScriptedCall[]): ModelStep => ({
  kind: 'answer',
  answer: { calls: made },
});
export const refuses = (status: number, retryAfterSeconds?: number): ModelStep => ({
  kind: 'refusal',
  status,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
export const overflows: ModelStep = { kind: 'refusal', status: 400, reason: 'context-overflow' };
export const tears = (how: TornStream, answer: ScriptedAnswer): ModelStep => ({
  kind: 'torn',
  how,
  answer,
});
export const goesOnForEver: ModelStep = { kind: 'endless' };
export const saysNothing: ModelStep = { kind: 'empty' };
export const callsBadly: ModelStep = { kind: 'malformed-call' };
export const hangsUp: ModelStep = { kind: 'drop' };
