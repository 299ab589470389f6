import { Injectable, Logger } from '@nestjs/common';
import { Realtime, tenantChannel, tenantMessageSchema, type Unsubscribe } from '@vance/realtime';
import type { Connection } from './connection';

/** What a tenant's connections are told. */
type Tell = (tenantId: string, event: string, body: unknown) => void;

interface Watch {
  users: number;
  readonly opening: Promise<Unsubscribe>;
}

/** Hears the switches of the tenants that have connections here, and passes them on. */
@Injectable()
export class TenantSwitches {
  private readonly log = new Logger(TenantSwitches.name);
  private readonly watches = new Map<string, Watch>();

  constructor(private readonly realtime: Realtime) {}

  /** Watches the connection's tenant for as long as it lives. */
  follow(connection: Connection, tell: Tell): void {
    const { tenantId } = connection.principal;
    const watch = this.watches.get(tenantId) ?? this.open(tenantId, tell);
    watch.users += 1;
    connection.onGone(() => {
      watch.users -= 1;
      if (watch.users > 0) return;
      this.watches.delete(tenantId);
      watch.opening.then((unsubscribe) => unsubscribe()).catch(() => undefined);
    });
  }

  private open(tenantId: string, tell: Tell): Watch {
    const opening = this.realtime.subscribe(tenantChannel(tenantId), (text) => {
      const { kind, ...body } = tenantMessageSchema.parse(JSON.parse(text));
      tell(tenantId, kind, body);
    });
    opening.catch((error: unknown) => {
      this.watches.delete(tenantId);
      this.log.warn({ msg: 'the switches of a tenant are not heard', tenantId, err: error });
    });
    const watch = { users: 0, opening };
    this.watches.set(tenantId, watch);
    return watch;
  }
}
