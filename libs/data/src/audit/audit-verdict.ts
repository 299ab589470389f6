import { isAsWritten, NO_HEAD, type AuditHead } from './audit-chain';
import type { AuditDocument } from './audit.schema';

/** What is wrong with a chain, and where it shows first. */
export interface AuditFault {
  /** `changed`: a row says something else than when it was written. `broken`: it does not follow the row before it.
   * `missing`: rows are gone between two, or before the first. `cut`: rows are gone at the end. */
  readonly kind: 'changed' | 'broken' | 'missing' | 'cut';
  /** Number of the first row that shows it, or that should be there. */
  readonly n: number;
  readonly auditId?: string;
}

/** What a walk along one tenant's chain found. */
export interface AuditVerdict {
  readonly rows: number;
  /** The last row; noted somewhere else, it proves later that nothing before it was changed. */
  readonly head: AuditHead;
  readonly fault?: AuditFault;
}

/**
 * Walks a tenant's rows in order of their numbers, up to the first fault.
 * @param anchors places that are known to have been in the chain: the stored head, or one noted elsewhere
 */
export async function judgeChain(
  rows: AsyncIterable<AuditDocument>,
  anchors: readonly AuditHead[],
): Promise<AuditVerdict> {
  const expected = new Map(anchors.map(({ n, hash }) => [n, hash]));
  const last = Math.max(0, ...expected.keys());
  let head: AuditHead = NO_HEAD;
  for await (const row of rows) {
    const fault = faultOf(head, row, expected.get(row.n));
    if (fault !== undefined) return { rows: head.n, head, fault: { ...fault, auditId: row._id } };
    head = { n: row.n, hash: row.hash };
  }
  if (head.n < last) return { rows: head.n, head, fault: { kind: 'cut', n: head.n + 1 } };
  return { rows: head.n, head };
}

function faultOf(
  before: AuditHead,
  row: AuditDocument,
  known: string | undefined,
): Omit<AuditFault, 'auditId'> | undefined {
  const next = before.n + 1;
  if (row.n !== next) return { kind: row.n > next ? 'missing' : 'broken', n: next };
  if (!isAsWritten(row)) return { kind: 'changed', n: next };
  if (row.previous !== before.hash) return { kind: 'broken', n: next };
  // All that follows fits, so it was written anew from here on.
  if (known !== undefined && known !== row.hash) return { kind: 'changed', n: next };
  return undefined;
}
