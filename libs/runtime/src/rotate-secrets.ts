import { BundledFiles, type AppConfig } from '@vance/config';
import {
  AuditRepository,
  Database,
  SettingUpkeepRepository,
  SigningKeyRepository,
} from '@vance/data';
import { SecretRotation, SettingCatalogue, SettingSecrets } from '@vance/documents';
import { tenantScope } from '@vance/kernel';
import { Audit, KeyRing, loadMasterKey, platformTenant } from '@vance/tenancy';
import { databaseOptions } from './addresses';

/** What `npm run secrets:rotate` did, as lines for people, and whether everything can be opened now. */
export interface RotationReport {
  readonly lines: readonly string[];
  readonly complete: boolean;
}

/** Seals everything that lies sealed in the database with the current master key, and notes it on the platform's record. */
export async function rotateSecrets(config: AppConfig): Promise<RotationReport> {
  const database = await Database.connect(databaseOptions(config));
  try {
    const master = loadMasterKey(config);
    const signing = await new KeyRing(new SigningKeyRepository(database), master).reseal();
    const { resealed, current, unreadable } = await new SecretRotation(
      new SettingUpkeepRepository(database),
      new SettingCatalogue(BundledFiles.load()),
      new SettingSecrets(master),
    ).run();
    await new Audit(new AuditRepository(database)).record(tenantScope(platformTenant.tenantId), {
      ...{ actor: 'operator', action: 'keys-rotated' },
      data: { signingKey: signing, resealed, unreadable: unreadable.length },
    });
    const lines = [
      SIGNING[signing],
      `secrets of tenants: ${resealed} resealed, ${current} sealed with the current key already`,
      ...unreadable.map(
        (place) => `${place}: no key opens it; an administrator has to set it again`,
      ),
    ];
    return { lines, complete: unreadable.length === 0 };
  } finally {
    await database.close();
  }
}

const SIGNING = {
  current: 'signing key: sealed with the current key already',
  resealed: 'signing key: resealed',
  replaced: 'signing key: no key opens it, so there is a new one; tokens that are out stay good',
} as const;
