import { Injectable } from '@nestjs/common';
import { Recent } from '@vance/kernel';
import { Audit, type Principal } from '@vance/tenancy';

/** One row per caller and thing within this time, in milliseconds. */
const REPEAT_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Puts attempts at things that are not the caller's on their tenant's record (4.4). A stranger's thing and an id
 * that nobody has are recorded alike, and nobody waits for it: neither row nor time tells which it was.
 */
@Injectable()
export class ForeignAccess {
  private readonly seen = new Recent<true>(REMEMBERED);

  constructor(private readonly audit: Audit) {}

  /** @param what kind of the thing, for example `session` */
  note({ scope, userId }: Principal, what: string, id: string): void {
    const target = `${what}/${id}`;
    const key = `${scope.tenantId}/${userId}/${target}`;
    if (this.seen.get(key) !== undefined) return;
    this.seen.set(key, true, REPEAT_MS);
    const record = { actor: userId, action: 'access-refused', target, outcome: 'refused' } as const;
    void this.audit.noteBounded(scope, record);
  }
}
