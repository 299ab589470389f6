import { Injectable } from '@nestjs/common';
import { DocumentService, SettingCatalogue, SettingsService } from '@vance/documents';
import { DomainError, type TenantScope } from '@vance/kernel';
import { TENANT_PROJECT } from '@vance/tenancy';
import { SETTINGS, type Kit } from './core/kit';
import { kitInvalid, type KitFault } from './core/kit-invalid';

/** Judges what a kit brings by the very checks that stand before every save. */
@Injectable()
export class KitCheck {
  constructor(
    private readonly documents: DocumentService,
    private readonly settings: SettingsService,
    private readonly catalogue: SettingCatalogue,
  ) {}

  /** @throws DomainError KIT_INVALID that names every text and setting that would be refused */
  async check(
    scope: TenantScope,
    project: string,
    { files, settings }: Pick<Kit, 'files' | 'settings'>,
  ): Promise<void> {
    const faults: KitFault[] = [];
    const beside = new Map(files.map(({ path, content }) => [path, content]));
    const place = { scope, project, beside };
    for (const { path, content } of files) {
      const kept = await refusal(() => this.documents.check(path, content, place));
      if (kept !== undefined) faults.push(...faultsIn(path, kept));
    }
    for (const { key, value } of settings) {
      const kept = await refusal(() => this.checkSetting(scope, project, key, value));
      if (kept !== undefined) faults.push(...settingFaults(key, kept));
    }
    if (faults.length > 0) throw kitInvalid(faults);
  }

  private checkSetting(
    scope: TenantScope,
    project: string,
    key: string,
    value: unknown,
  ): Promise<unknown> {
    const { type, scope: level } = this.catalogue.definition(key);
    if (type === 'secret') throw refused(`${key} is a secret: set it where the kit is used`);
    if (level === 'tenant' && project !== TENANT_PROJECT)
      throw refused(
        `${key} is a setting of the whole tenant: put it into a kit for ${TENANT_PROJECT}`,
      );
    return this.settings.judge(scope, project, key, value);
  }
}

async function refusal(check: () => Promise<unknown>): Promise<DomainError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function refused(message: string): DomainError {
  return new DomainError('UNPROCESSABLE', message, { status: 422 });
}

/** What a kit's text or setting is refused with, when it is written after all: told as at its check. */
export function refusedIn(file: string, error: unknown): unknown {
  if (!(error instanceof DomainError) || error.status >= 500) return error;
  return kitInvalid(faultsIn(file, error));
}

/** The faults that a refusal names, each with its file; the refusal itself where it names none. */
export function faultsIn(file: string, { message, data }: DomainError): KitFault[] {
  const { errors } = data;
  const named = (Array.isArray(errors) ? errors : []).filter(isFault);
  if (named.length === 0) return [{ path: file, message }];
  return named.map((fault) => ({ ...fault, path: file }));
}

function isFault(value: unknown): value is KitFault {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** The faults of a setting, each with its name. */
function settingFaults(key: string, refusal: DomainError): KitFault[] {
  return faultsIn(SETTINGS, refusal).map((fault) => {
    const message = fault.message.includes(key) ? fault.message : `${key}: ${fault.message}`;
    return { ...fault, message, key, rule: fault.message };
  });
}
