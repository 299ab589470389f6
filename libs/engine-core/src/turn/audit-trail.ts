import { Injectable } from '@nestjs/common';
import type { TenantScope } from '@vance/kernel';
import { Audit } from '@vance/tenancy';
import { AuditSink, type AuditNote } from './audit-sink';

/** The tenant's audit log, up to a bound: a model that insists fills none. No turn waits for a row of it. */
@Injectable()
export class AuditTrail extends AuditSink {
  constructor(private readonly audit: Audit) {
    super();
  }

  note(scope: TenantScope, { userId: actor, processId: target, ...event }: AuditNote): void {
    void this.audit.noteBounded(scope, { actor, target, outcome: 'refused', ...event });
  }
}
