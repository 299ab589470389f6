import { Recent } from '@vance/kernel';
import type { ModelAccess } from '../model-access';

/** Tenants' clients that one adapter keeps: a client holds a key and little else. */
const MOST = 500;

/** An adapter's clients: its own, and one for each tenant's key and address, the least used forgotten first. */
export class ClientsByAccess<C> {
  private readonly kept = new Recent<C>(MOST);

  constructor(private readonly make: (access: ModelAccess) => C) {}

  get(access: ModelAccess): C {
    const client = this.kept.get(access.id) ?? this.make(access);
    this.kept.set(access.id, client);
    return client;
  }
}
