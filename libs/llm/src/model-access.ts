import { createHash } from 'node:crypto';

/** Where a tenant's own key is good. */
export interface ModelAddress {
  /** The provider's own when absent. */
  readonly baseUrl?: string;
  /** By which it is asked: a tenant's address is judged at every connection. The adapter's own when absent. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A tenant's own way to a provider. The key shows in no JSON, inspection or log of it. */
export class ModelAccess {
  readonly #apiKey: string;
  readonly baseUrl: string | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;

  constructor(apiKey: string, { baseUrl, fetch }: ModelAddress = {}) {
    this.#apiKey = apiKey;
    this.baseUrl = baseUrl;
    this.fetch = fetch;
  }

  get apiKey(): string {
    return this.#apiKey;
  }

  /** Equal for the same key at the same address; tells nothing of either. */
  get id(): string {
    const text = JSON.stringify([this.#apiKey, this.baseUrl ?? null]);
    return createHash('sha256').update(text).digest('base64url');
  }

  /** A text without the key, should a server have repeated it. */
  scrub(text: string): string {
    return text.replaceAll(this.#apiKey, '[redacted]');
  }
}

/** What a tenant says of one provider: its own way, or why there is none. */
export type ProviderAccess =
  | { readonly kind: 'own'; readonly access: ModelAccess }
  /** The platform's key must not stand in. `reason` is for the log. */
  | { readonly kind: 'none'; readonly reason: string };

/** By a provider's name. One that is not here is asked with the platform's own key. */
export type ModelAccesses = ReadonlyMap<string, ProviderAccess>;
