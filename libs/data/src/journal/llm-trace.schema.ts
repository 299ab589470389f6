import { Schema } from 'mongoose';

/** One question to a model and how it ended (3.6). */
export interface LlmTraceDocument {
  /** `turnId:iteration:attempt.try`. */
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  /** Whose session it is. */
  readonly userId: string;
  readonly processId: string;
  readonly turnId: string;
  readonly iteration: number;
  readonly at: Date;
  /** From then on MongoDB may remove it. */
  readonly expiresAt: Date;
  /** `provider:model` that answered, or that failed last. */
  readonly model: string;
  readonly mode: string;
  readonly recipe: string;
  /** Of the answering attempt; of all of them where none answered. */
  readonly durationMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** US dollars; null where the model has no price. */
  readonly cost: number | null;
  /** `ok`, or the fault's kind. */
  readonly outcome: string;
  /** What the answer was taken for: `text`, `calls`, `action`. */
  readonly kind?: string;
  readonly finish?: string;
  readonly actionTypes: readonly string[];
  /** Names of the ordinary tools it called, in order. */
  readonly toolCalls: readonly string[];
  /** Corrections that the turn had spent before this answer. */
  readonly corrections: number;
  /** Whether this question is one of them: the answer before was refused. */
  readonly correction: boolean;
  readonly tries: number;
  /** Why another model than the first of the setting answered, or the same one again. */
  readonly fallbackReason: string | null;
  /** JSON text of question and answer, cut; only where the tenant wants it kept. */
  readonly content?: string;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };
const date = { type: Date, required: true };

/** `llm_traces`. */
export const llmTraceSchema = new Schema<LlmTraceDocument>(
  {
    _id: text,
    tenantId: text,
    project: text,
    userId: text,
    processId: text,
    turnId: text,
    iteration: count,
    at: date,
    expiresAt: date,
    model: text,
    mode: text,
    recipe: text,
    durationMs: count,
    inputTokens: count,
    outputTokens: count,
    cachedTokens: count,
    cost: Number,
    outcome: text,
    kind: String,
    finish: String,
    actionTypes: [String],
    toolCalls: [String],
    corrections: count,
    correction: { type: Boolean, required: true },
    tries: count,
    fallbackReason: String,
    content: String,
  },
  { collection: 'llm_traces' },
);
// Usage of a tenant over a time range.
llmTraceSchema.index({ tenantId: 1, at: 1 });
// Traces of one process, in order.
llmTraceSchema.index({ processId: 1, at: 1, _id: 1 });
// Each is kept as long as its tenant said when it was written.
llmTraceSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
