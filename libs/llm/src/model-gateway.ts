import { setTimeout as wait } from 'node:timers/promises';
import { cutText } from '@vance/kernel';
import { runAttempt } from './core/attempt';
import type { ModelCatalogue } from './core/catalogue';
import type { CatalogueLayer } from './core/catalogue-schema';
import { accessTo, faultBehind } from './core/access-faults';
import { callIdsIn, mintIds } from './core/mint-ids';
import type { ModelInfo } from './core/model-info';
import { overflowIn } from './core/overflow';
import {
  DEFAULT_RETRY_POLICY,
  retryDelayMs,
  triesAgain,
  type RetryPolicy,
} from './core/retry-policy';
import type { ModelAccesses } from './model-access';
import {
  ModelFault,
  type ModelAnswer,
  type ModelFaultKind,
  type ModelObserver,
  type ModelProvider,
  type ModelRequest,
} from './model-port';

/** What is asked of a model, whichever it is. */
export type Question = Omit<ModelRequest, 'model'>;

/** Makes the question for the model that is about to be asked: prompts and limits may depend on it. */
export type QuestionFor = (info: ModelInfo) => Promise<Question>;

/** By what a question is asked, beside the platform's own. */
export interface AskOptions {
  /** The models as a project knows them. */
  readonly catalogue?: ModelCatalogue;
  /** A tenant's own keys and addresses. */
  readonly accesses?: ModelAccesses;
}

/** One attempt that failed, for traces and logs. */
export interface FailedAttempt {
  readonly model: string;
  readonly kind: ModelFaultKind;
  readonly message: string;
  readonly latencyMs: number;
}

/** A model's answer with what it took to get it. */
export interface AskResult {
  readonly answer: ModelAnswer;
  /** `provider:model` of the model that answered. */
  readonly model: string;
  /** Attempts in all, this one included. */
  readonly tries: number;
  /** Of the answering attempt alone. */
  readonly latencyMs: number;
  readonly failed: readonly FailedAttempt[];
}

/** No model of the setting answered. Its kind and details are those of the last fault. */
export class ModelsExhausted extends ModelFault {
  constructor(
    fault: ModelFault,
    readonly failed: readonly FailedAttempt[],
  ) {
    super(fault.kind, fault.message, { ...fault.details, cause: fault });
    this.name = 'ModelsExhausted';
  }
}

/** What tests replace. */
export interface ModelGatewayOptions {
  readonly retry?: Partial<RetryPolicy>;
  /** Waits; must reject when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** In [0, 1), for jitter. */
  readonly random?: () => number;
}

type Outcome =
  | { readonly kind: 'answered'; readonly answer: ModelAnswer; readonly latencyMs: number }
  | { readonly kind: 'next'; readonly fault: ModelFault }
  | { readonly kind: 'final'; readonly fault: ModelFault };

/**
 * The one door to models: finds the provider, asks again where that can help, falls back to the next
 * model of the setting. After a person has seen text of an answer nothing is asked again.
 */
export class ModelGateway {
  private readonly providers = new Map<string, ModelProvider>();
  private readonly policy: RetryPolicy;
  private readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  private readonly random: () => number;

  constructor(
    private readonly catalogue: ModelCatalogue,
    providers: readonly ModelProvider[],
    options: ModelGatewayOptions = {},
  ) {
    this.policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
    this.sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }));
    this.random = options.random ?? Math.random;
    for (const provider of providers) this.register(provider);
  }

  /** Adds a provider; throws if its name is taken. */
  register(provider: ModelProvider): void {
    if (this.providers.has(provider.name)) {
      throw new TypeError(`two model providers are named "${provider.name}"`);
    }
    this.providers.set(provider.name, provider);
  }

  /** The models under further layers of `ai-models.yaml`, to ask by. */
  catalogueWith(layers: readonly CatalogueLayer[]): ModelCatalogue {
    return this.catalogue.with(...layers);
  }

  /** The names of all that can be asked, with a key or without: what a model's name may begin with. */
  get providerNames(): ReadonlySet<string> {
    return new Set(this.providers.keys());
  }

  /** What is known of the first model of a setting. @throws ModelFault not-configured: there is none */
  info(spec: string, catalogue = this.catalogue): ModelInfo {
    const [first] = catalogue.resolve(spec);
    return first ?? unresolved(spec, catalogue, this.providerNames);
  }

  /**
   * The model that will answer, unless it fails: the first of the setting that there is a key for, else the first.
   * @throws ModelFault not-configured: the setting names none
   */
  expected(spec: string, { catalogue = this.catalogue, accesses }: AskOptions = {}): ModelInfo {
    const models = catalogue.resolve(spec);
    return models.find((one) => this.usable(one, accesses)) ?? this.info(spec, catalogue);
  }

  /** Whether there is a key to ask a model with; not whether the key is right. */
  usable(info: ModelInfo, accesses?: ModelAccesses): boolean {
    return accessTo(this.providers.get(info.provider), info, accesses).ok;
  }

  /**
   * Asks the models of a setting, each with the tenant's own key where `accesses` has one for its provider. Ids of tool calls are unique in the conversation afterwards.
   * @param asked the question, or what makes it for each model
   * @throws ModelsExhausted (a ModelFault) when none answered; the signal's reason on abort.
   */
  async ask(
    spec: string,
    asked: Question | QuestionFor,
    observer: ModelObserver,
    { catalogue = this.catalogue, accesses }: AskOptions = {},
  ): Promise<AskResult> {
    const failed: FailedAttempt[] = [];
    let fault: ModelFault | undefined;
    // What was too long for one model is so for every other that reads no more.
    let tooSmall = 0;
    for (const info of catalogue.resolve(spec)) {
      if (info.contextWindowTokens <= tooSmall) continue;
      const outcome = await this.askModel(info, asked, observer, failed, accesses);
      if (outcome.kind === 'answered') {
        const { answer, latencyMs } = outcome;
        const tries = failed.length + 1;
        return { answer, model: info.name, tries, latencyMs, failed };
      }
      fault = outcome.fault;
      if (fault.kind === 'context-overflow') tooSmall = info.contextWindowTokens;
      if (outcome.kind === 'final') break;
    }
    if (fault === undefined) unresolved(spec, catalogue, this.providerNames);
    throw new ModelsExhausted(fault, failed);
  }

  private async askModel(
    info: ModelInfo,
    asked: Question | QuestionFor,
    observer: ModelObserver,
    failed: FailedAttempt[],
    accesses: ModelAccesses | undefined,
  ): Promise<Outcome> {
    const found = accessTo(this.providers.get(info.provider), info, accesses);
    if (!found.ok) {
      const { kind, message } = found.error;
      failed.push({ model: info.name, kind, message, latencyMs: 0 });
      return { kind: 'next', fault: found.error };
    }
    const { provider, access } = found.value;
    const request = typeof asked === 'function' ? await asked(info) : asked;
    const maxOutputTokens = outputLimit(info, request);
    const question = {
      ...request,
      model: info.model,
      maxOutputTokens,
      reasoning: info.capabilities.includes('reasoning'),
      ...(info.api && { api: info.api }),
      ...(access && { access }),
    };
    const limits = { idleMs: info.idleTimeoutSeconds * 1000, totalMs: info.timeoutSeconds * 1000 };
    for (let attempt = 1; ; attempt++) {
      if (failed.length > 0) observer.onRestart();
      const startedAt = performance.now();
      try {
        const answer = await runAttempt(provider, question, observer, limits);
        const latencyMs = performance.now() - startedAt;
        return { kind: 'answered', answer: tidy(answer, request), latencyMs };
      } catch (thrown) {
        if (!(thrown instanceof ModelFault) || request.signal.aborted) throw thrown;
        const told = access === undefined ? thrown : faultBehind(thrown, access);
        const error = overflowIn(told, info, request);
        const latencyMs = performance.now() - startedAt;
        failed.push({ model: info.name, kind: error.kind, message: error.message, latencyMs });
        if (observer.wasShown()) return { kind: 'final', fault: error };
        if (!triesAgain(this.policy, error, attempt)) return { kind: 'next', fault: error };
        await this.pause(retryDelayMs(this.policy, error, attempt, this.random()), request.signal);
      }
    }
  }

  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await this.sleep(ms, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }
}

function unresolved(
  spec: string,
  catalogue: ModelCatalogue,
  providers: ReadonlySet<string>,
): never {
  const why = catalogue.faultOf(spec, providers) ?? 'names no model';
  throw new ModelsExhausted(
    new ModelFault('not-configured', `the model setting "${cutText(spec, 100)}" ${why}`),
    [],
  );
}

/** The limit wished for, as far as this model is known to take it: a fallback may take less than the first. */
function outputLimit(info: ModelInfo, { maxOutputTokens: wished }: Question): number | undefined {
  if (wished === undefined || !info.outputLimitKnown) return undefined;
  return Math.min(wished, info.maxOutputTokens);
}

function tidy(answer: ModelAnswer, request: Question): ModelAnswer {
  if (answer.turn.toolCalls.length === 0) return answer;
  const turn = mintIds(answer.turn, callIdsIn(request.messages));
  return turn === answer.turn ? answer : { ...answer, turn };
}
