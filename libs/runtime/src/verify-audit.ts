import type { AppConfig } from '@vance/config';
import {
  AuditRepository,
  AuditUpkeepRepository,
  Database,
  TenantRepository,
  type AuditFault,
  type AuditHead,
  type AuditVerdict,
} from '@vance/data';
import { DomainError, tenantScope } from '@vance/kernel';
import { platformTenant } from '@vance/tenancy';
import { databaseOptions } from './addresses';

/** What `npm run audit:verify` found, as lines for people, and whether every chain holds. */
export interface AuditReport {
  readonly lines: readonly string[];
  readonly sound: boolean;
}

/** A line of an earlier report: `<tenant id> <rows> <hash>`, noted where nobody could change it. */
const NOTED = /^(ten_\w+) (\d+) ([\w-]{43})$/;

/**
 * Walks the audit log of every tenant.
 * @param noted lines of earlier reports; what they name must still stand
 * @throws DomainError CONFIG without a database, BAD_REQUEST for a line that is no note
 */
export async function verifyAudit(
  config: AppConfig,
  noted: readonly string[] = [],
): Promise<AuditReport> {
  const notes = notesOf(noted);
  const database = await Database.connect(databaseOptions(config));
  try {
    const log = new AuditRepository(database);
    const tenants = new TenantRepository(database);
    const known = await new AuditUpkeepRepository(database).tenantIds();
    const living = new Set(await tenants.ids());
    const lines: string[] = [];
    let sound = true;
    for (const tenantId of new Set([...known, ...living, ...notes.keys()])) {
      const scope = tenantScope(tenantId);
      const walked = await log.verify(scope, notes.get(tenantId) ?? []);
      const verdict = living.has(tenantId) ? begun(walked) : walked;
      const name = await nameOf(tenantId, () => tenants.find(scope));
      lines.push(...told(tenantId, name, verdict));
      sound &&= verdict.fault === undefined;
    }
    return { lines, sound };
  } finally {
    await database.close();
  }
}

/** A tenant's making is on its record before the tenant is there: a log without a row was emptied. */
function begun(verdict: AuditVerdict): AuditVerdict {
  return verdict.rows > 0 ? verdict : { fault: { kind: 'cut', n: 1 }, ...verdict };
}

async function nameOf(
  tenantId: string,
  find: () => Promise<{ readonly name: string } | null>,
): Promise<string> {
  if (tenantId === platformTenant.tenantId) return 'the platform';
  return (await find())?.name ?? 'a removed tenant';
}

function told(tenantId: string, name: string, { rows, head, fault }: AuditVerdict): string[] {
  if (fault === undefined)
    return [`${name}: ${rows} rows, unbroken`, `${tenantId} ${head.n} ${head.hash}`];
  const row = fault.auditId === undefined ? `row ${fault.n}` : `row ${fault.n} (${fault.auditId})`;
  return [`${name}: ${rows} rows hold, then ${row}: ${SAID[fault.kind]}`];
}

const SAID: Readonly<Record<AuditFault['kind'], string>> = {
  changed: 'it does not say what it said when it was written',
  broken: 'it does not follow the row before it',
  missing: 'rows before it are gone',
  cut: 'it and all after it are gone',
};

function notesOf(lines: readonly string[]): ReadonlyMap<string, readonly AuditHead[]> {
  const notes = new Map<string, AuditHead[]>();
  for (const line of lines) {
    const [, tenantId, n, hash] = NOTED.exec(line.trim()) ?? [];
    if (tenantId === undefined || hash === undefined)
      throw new DomainError(
        'BAD_REQUEST',
        `"${line.trim().slice(0, 120)}" is no line of an earlier report; it looks like: ten_… 42 <hash>`,
        { status: 400 },
      );
    notes.set(tenantId, [...(notes.get(tenantId) ?? []), { n: Number(n), hash }]);
  }
  return notes;
}
