/** US dollars per million tokens. */
export interface ModelPricing {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
}

export const modelTiers = ['small', 'large'] as const;
export type ModelTier = (typeof modelTiers)[number];

/** OpenAI's two protocols: compatible servers speak chat completions, its own reasoning models want responses. */
export const modelApis = ['chat', 'responses'] as const;
export type ModelApi = (typeof modelApis)[number];

/** Everything the product knows about one model: its row of `ai-models.yaml` over the defaults. */
export interface ModelInfo {
  /** `provider:model`. */
  readonly name: string;
  readonly provider: string;
  /** The provider's own name of it. */
  readonly model: string;
  readonly contextWindowTokens: number;
  readonly maxOutputTokens: number;
  /** Whether that is written down: a guess is not sent, since some servers refuse a limit that is too high. */
  readonly outputLimitKnown: boolean;
  /** Corrections per turn for text without action and invalid actions (1.12). 0 means none. */
  readonly actionLoopCorrections: number;
  /** Most functions one request may offer. */
  readonly maxTools: number;
  readonly capabilities: readonly string[];
  /** Where its provider has several protocols; the adapter chooses when absent. */
  readonly api?: ModelApi;
  /** How much guidance it needs: prompts speak differently to small models (1.14). */
  readonly tier: ModelTier;
  /** Longest a single attempt may take. */
  readonly timeoutSeconds: number;
  /** Longest silence within an attempt. */
  readonly idleTimeoutSeconds: number;
  readonly pricing?: ModelPricing;
}

/** What holds for a model that no row describes. */
export const MODEL_DEFAULTS = {
  contextWindowTokens: 128_000,
  maxOutputTokens: 16_384,
  outputLimitKnown: false,
  actionLoopCorrections: 2,
  maxTools: 128,
  capabilities: ['streaming', 'tools'],
  tier: 'large',
  timeoutSeconds: 600,
  idleTimeoutSeconds: 120,
} as const satisfies Omit<ModelInfo, 'name' | 'provider' | 'model'>;
