import { createHash } from 'node:crypto';
import { wellFormed } from '@vance/kernel';
import type { AuditDocument } from './audit.schema';

/** A row before it is chained. */
export type AuditEntry = Omit<AuditDocument, 'n' | 'previous' | 'hash'>;
/** A row as the outbox carries it: projected twice, it stands once, by its id. */
export type AuditDraft = Omit<AuditEntry, 'tenantId' | 'at'>;
/** A row's place in its tenant's chain. */
export interface AuditHead {
  /** Counts from 1. */
  readonly n: number;
  readonly hash: string;
}

/** What the first row follows. */
export const NO_HEAD: AuditHead = { n: 0, hash: '' };

/** Continues a chain: every row carries its number, the hash of the row before it, and its own over all of that. */
export function chained(head: AuditHead, entries: readonly AuditEntry[]): readonly AuditDocument[] {
  const rows: AuditDocument[] = [];
  let last = head;
  for (const entry of entries) {
    const open = { ...entry, n: last.n + 1, previous: last.hash };
    const row = { ...open, hash: hashOf(open) };
    rows.push(row);
    last = row;
  }
  return rows;
}

const ROW: Readonly<Record<keyof AuditDocument, true>> = {
  ...{ _id: true, tenantId: true, at: true, actor: true, action: true, target: true },
  ...{ outcome: true, data: true, n: true, previous: true, hash: true },
};

/** Whether a row that was read says what was written as it: nothing else, nothing more, of no other kind. */
export function isAsWritten(row: AuditDocument): boolean {
  if (!Object.keys(row).every((key) => Object.hasOwn(ROW, key))) return false;
  return row.at instanceof Date && row.hash === hashOf(row);
}

/** SHA-256 of all a row says, in one order of keys whatever order it was stored in. */
export function hashOf({
  _id,
  tenantId,
  at,
  actor,
  action,
  target,
  outcome,
  data,
  n,
  previous,
}: Omit<AuditDocument, 'hash'>): string {
  const said = { _id, tenantId, at: at.toISOString(), actor, action, target, outcome, data };
  return createHash('sha256')
    .update(canonical({ ...said, n, previous }))
    .digest('base64url');
}

/** Data as the database gives it back: no undefined, no dates, no half characters, no minus zero. */
export function plainData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(data, (_, value: unknown) => plain(value))) as Record<
    string,
    unknown
  >;
}

function plain(value: unknown): unknown {
  return typeof value === 'string' ? wellFormed(value) : value;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  // Rows hold none; in one that was changed they must not look like the object they replaced.
  if (Object.getPrototypeOf(value) !== Object.prototype) return `!${String(value)}`;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, of]) => `${JSON.stringify(key)}:${canonical(of)}`).join(',')}}`;
}
