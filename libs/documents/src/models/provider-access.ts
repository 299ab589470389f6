import type { ProviderAccess } from '@vance/llm';
import { ModelAccess } from '@vance/llm';
import type { SettingLayer, StoredSetting } from '../settings/setting-layers';
import { storedTop } from '../settings/setting-layers';

/** The settings by which a tenant has its own way to a provider. */
export interface ProviderKeys {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** What is needed to make use of them. */
export interface AccessMeans {
  /** Of the platform's own configuration; good for tenants' keys too. */
  readonly platformBaseUrl: string | undefined;
  /** Opens a stored key. @throws DomainError SECRET_UNREADABLE */
  readonly open: (setting: StoredSetting) => string;
  /** A stored address as it counts. */
  readonly addressOf: (setting: StoredSetting) => string | undefined;
  /** By which tenants' addresses are asked. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * What the layers of a project say of a provider; undefined: nothing, the platform's own key counts. A key goes to an
 * address of its own layer or of one below (the tenant's, the platform's), which the same or more powerful people set;
 * never to one above, whose author may not know the key.
 */
export function providerAccess(
  layers: readonly SettingLayer[],
  keys: ProviderKeys,
  means: AccessMeans,
): ProviderAccess | undefined {
  const key = storedTop(layers, keys.apiKey);
  const address = storedTop(layers, keys.baseUrl);
  if (key === undefined && address === undefined) return undefined;
  const fromKey = layers.findIndex(({ layer }) => layer === key?.layer);
  const fromAddress = layers.findIndex(({ layer }) => layer === address?.layer);
  if (key === undefined || (address !== undefined && fromAddress < fromKey)) {
    const where = `${keys.baseUrl} is set in ${address?.project}, but ${keys.apiKey} is not`;
    return { kind: 'none', reason: `${where}: no other key is sent to that address` };
  }
  return opened(key, storedTop(layers.slice(fromKey), keys.baseUrl), means);
}

function opened(
  key: StoredSetting,
  address: StoredSetting | undefined,
  { open, addressOf, fetch, platformBaseUrl }: AccessMeans,
): ProviderAccess {
  const baseUrl = address && addressOf(address);
  if (address !== undefined && baseUrl === undefined)
    return { kind: 'none', reason: `the model address of ${address.project} is none` };
  try {
    const where = baseUrl === undefined ? { baseUrl: platformBaseUrl } : { baseUrl, fetch };
    return { kind: 'own', access: new ModelAccess(open(key), where) };
  } catch (error) {
    return { kind: 'none', reason: error instanceof Error ? error.message : String(error) };
  }
}
