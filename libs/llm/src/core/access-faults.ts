import { DomainError, err, ok, type Result } from '@vance/kernel';
import type { ModelAccess, ModelAccesses } from '../model-access';
import { ModelFault, type ModelProvider } from '../model-port';
import type { ModelInfo } from './model-info';

/** Who is asked, and with whose key: the provider's own where there is no access. */
export interface Reached {
  readonly provider: ModelProvider;
  readonly access?: ModelAccess;
}

/** The way to a model's provider. What a tenant says of it counts alone, also where it leads nowhere. */
export function accessTo(
  provider: ModelProvider | undefined,
  { name, provider: providerName }: ModelInfo,
  accesses: ModelAccesses | undefined,
): Result<Reached, ModelFault> {
  if (!provider) return err(new ModelFault('not-configured', `no provider for "${name}"`));
  const own = accesses?.get(providerName);
  if (own?.kind === 'none') return err(new ModelFault('not-configured', own.reason));
  if (own) return ok({ provider, access: own.access });
  if (provider.needsAccess)
    return err(new ModelFault('not-configured', `there is no key for ${providerName}`));
  return ok({ provider });
}

/**
 * A fault as it may be told when it came by a tenant's own way: without the key, which its server may have repeated,
 * and without causes, which nobody has looked through. A refused address is no broken connection.
 */
export function faultBehind(fault: ModelFault, access: ModelAccess): ModelFault {
  const refusal = refusalIn(fault);
  if (refusal !== null) return new ModelFault('not-configured', refusal.message);
  const { status, retryAfterMs } = fault.details;
  return new ModelFault(fault.kind, access.scrub(fault.message), {
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function refusalIn(fault: ModelFault): DomainError | null {
  for (let at: unknown = fault; at instanceof Error; at = at.cause)
    if (at instanceof DomainError) return at;
  return null;
}
