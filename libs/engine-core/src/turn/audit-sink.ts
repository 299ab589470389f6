import type { TenantScope } from '@vance/kernel';
import type { AuditEvent } from '@vance/tenancy';

/** A tool, or a start that nobody approved. */
export type RefusedEvent = AuditEvent<'tool-refused' | 'approval-refused'>;

/** What a turn was refused and is worth the audit log (4.4); what it moves is in its own writes. */
export type AuditNote = RefusedEvent & {
  /** The user for whom the process works. */
  readonly userId: string;
  readonly processId: string;
};

/** Where turns leave what belongs into the audit log. Must not throw: a turn does not fail for it. */
export abstract class AuditSink {
  abstract note(scope: TenantScope, note: AuditNote): void;
}
