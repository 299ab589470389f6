import { Injectable } from '@nestjs/common';
import { DomainError, type TenantScope } from '@vance/kernel';
import { MasterKey } from '@vance/tenancy';

/** Where a secret stands: it opens nowhere else. */
export interface SecretPlace {
  readonly tenantId: TenantScope['tenantId'];
  readonly project: string;
  readonly key: string;
}

/** Seals values of secret settings for the database, and opens them. A stored one is the JSON text of its envelope. */
@Injectable()
export class SettingSecrets {
  constructor(private readonly master: MasterKey) {}

  seal(place: SecretPlace, secret: string): string {
    return JSON.stringify(this.master.seal(secret, contextOf(place)));
  }

  /** @throws DomainError SECRET_UNREADABLE that names the setting, and what to do */
  open(place: SecretPlace, json: string): string {
    try {
      return this.master.open(envelopeIn(json), contextOf(place));
    } catch (cause) {
      throw secretUnreadable(place, cause);
    }
  }

  /** The same secret sealed with the current key; null where it is already. @throws DomainError SECRET_UNREADABLE */
  reseal(place: SecretPlace, json: string): string | null {
    const secret = this.open(place, json);
    return this.master.isCurrent(envelopeIn(json)) ? null : this.seal(place, secret);
  }
}

function secretUnreadable({ project, key }: SecretPlace, cause: unknown): DomainError {
  const message = `The secret ${key} of ${project} cannot be opened with this server's master key; set it again, or give the server the key it was sealed with (VANCE_MASTER_KEYS_OLD).`;
  return new DomainError('SECRET_UNREADABLE', message, { status: 500, fixer: 'operator', cause });
}

/** JSON, so that no two places have one text. */
function contextOf({ tenantId, project, key }: SecretPlace): string {
  return JSON.stringify(['setting', tenantId, project, key]);
}

function envelopeIn(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : '';
}
