import { Injectable } from '@nestjs/common';
import {
  SettingRepository,
  TenantConfigRepository,
  type DocumentExpectation,
  type VersionPage,
} from '@vance/data';
import { Egress } from '@vance/egress';
import { DomainError, type TenantScope } from '@vance/kernel';
import { TENANT_PROJECT } from '@vance/tenancy';
import { SettingCatalogue } from './setting-catalogue';
import type { SettingValue } from './setting-definition';
import {
  effectiveIn,
  storedTop,
  withOwn,
  type EffectiveSetting,
  type SettingLayer,
} from './setting-layers';
import { SettingNews } from './setting-news';
import { SettingSecrets } from './setting-secrets';
import { SettingWriter, type Changed } from './setting-writer';

/** Most keys of one pattern in one layer: the tenant's layer is read by every turn. */
const MAX_OF_PATTERN = 50;

/** A value that a key had or has in one layer; none where it is secret or was removed. */
export interface SettingVersion {
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  readonly value?: SettingValue;
  readonly deleted?: boolean;
}

/** Settings: project over tenant over default, merged by key. Each key and value is known to the catalogue. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly configs: TenantConfigRepository,
    private readonly settings: SettingRepository,
    private readonly writer: SettingWriter,
    private readonly catalogue: SettingCatalogue,
    private readonly secrets: SettingSecrets,
    private readonly egress: Egress,
    private readonly news: SettingNews,
  ) {}

  /** @throws DomainError UNPROCESSABLE for an unknown key */
  async effective(scope: TenantScope, project: string, key: string): Promise<EffectiveSetting> {
    this.catalogue.definition(key);
    return effectiveIn(this.catalogue, project, await this.layers(scope, project), key);
  }

  /** Every setting, in the catalogue's order; of a pattern those keys that are set. */
  async list(scope: TenantScope, project: string): Promise<readonly EffectiveSetting[]> {
    const layers = await this.layers(scope, project);
    const inUse = layers.flatMap(({ values }) => [...values.keys()]);
    const keys = this.catalogue.keysAmong(inUse);
    return keys.map((key) => effectiveIn(this.catalogue, project, layers, key));
  }

  /**
   * The secret that counts in a project, opened; undefined where none is set. For whoever needs it to ask somebody:
   * it belongs into no log, event, trace, error or job.
   * @throws DomainError UNPROCESSABLE for a key of no secret, SECRET_UNREADABLE
   */
  async secret(scope: TenantScope, project: string, key: string): Promise<string | undefined> {
    if (!this.catalogue.isSecret(key)) throw unprocessable(`${key} is no secret.`);
    const top = storedTop(await this.layers(scope, project), key);
    if (top === undefined) return undefined;
    return this.secrets.open({ tenantId: scope.tenantId, project: top.project, key }, top.json);
  }

  /** What is stored for a project, the layer that counts most first. */
  async layers(scope: TenantScope, project: string): Promise<readonly SettingLayer[]> {
    const [own, config] = await Promise.all([
      project === TENANT_PROJECT ? undefined : this.settings.list(scope, project),
      this.configs.read(scope),
    ]);
    const tenant: SettingLayer = {
      layer: 'tenant',
      project: TENANT_PROJECT,
      values: byKey(config?.settings ?? []),
    };
    return own === undefined
      ? [tenant]
      : [{ layer: 'project', project, values: byKey(own) }, tenant];
  }

  /**
   * Sets a value; connected clients are told when plan mode comes or goes.
   * @returns what counts with this very write, whoever has written since
   * @throws DomainError UNPROCESSABLE, EGRESS_REFUSED for an address that may not be asked, PRECONDITION_FAILED
   */
  async put(
    scope: TenantScope,
    project: string,
    key: string,
    value: unknown,
    by: string,
    expected: DocumentExpectation = 'any',
  ): Promise<EffectiveSetting> {
    const checked = await this.judge(scope, project, key, value);
    const json = this.stored(scope, project, key, checked);
    const { version } = await this.change(scope, project, key, json, by, expected);
    const layers = withOwn(await this.layers(scope, project), key, { json, version });
    return effectiveIn(this.catalogue, project, layers, key);
  }

  /**
   * The value as it would be stored, with nothing stored: all that `put` asks of a value.
   * @throws DomainError UNPROCESSABLE, EGRESS_REFUSED
   */
  async judge(
    scope: TenantScope,
    project: string,
    key: string,
    value: unknown,
  ): Promise<SettingValue> {
    const checked = this.catalogue.check(key, value);
    this.assertScope(project, key);
    await this.assertReachable(key, checked);
    await this.assertRoom(scope, project, key);
    return checked;
  }

  /**
   * Removes this layer's own value.
   * @throws DomainError UNPROCESSABLE, NOT_FOUND when it has none, PRECONDITION_FAILED
   */
  async remove(
    scope: TenantScope,
    project: string,
    key: string,
    by: string,
    expected: DocumentExpectation = 'any',
  ): Promise<void> {
    this.catalogue.definition(key);
    await this.change(scope, project, key, undefined, by, expected);
  }

  /** What a key was and is in this layer, newest first; the values of a secret are not among it. */
  async history(
    scope: TenantScope,
    project: string,
    key: string,
    page: VersionPage,
  ): Promise<readonly SettingVersion[]> {
    const secret = this.catalogue.isSecret(key);
    const rows = await this.writer.history(scope, { project, key }, page);
    return rows.map(({ version, updatedAt, updatedBy, value, deletedAt }) => ({
      ...{ version, updatedAt, updatedBy },
      ...(deletedAt === undefined ? {} : { deleted: true }),
      ...(secret || value === undefined ? {} : { value: this.catalogue.read(key, value) }),
    }));
  }

  /**
   * Brings the value of a version back as a new one, checked like any other.
   * @throws DomainError VERSION_NOT_FOUND, UNPROCESSABLE for a secret, and as `put`
   */
  async restore(
    scope: TenantScope,
    project: string,
    key: string,
    version: number,
    by: string,
    expected: DocumentExpectation = 'any',
  ): Promise<EffectiveSetting> {
    if (this.catalogue.isSecret(key))
      throw unprocessable(`Former values of ${key} are not kept, as it is a secret; set it anew.`);
    const json = await this.writer.valueAt(scope, { project, key }, version);
    if (json === undefined) {
      const message = `${key} has no value of version ${version} in ${project}; its history lists those that are.`;
      throw new DomainError('VERSION_NOT_FOUND', message, { status: 404 });
    }
    return this.put(scope, project, key, JSON.parse(json), by, expected);
  }

  private async change(
    scope: TenantScope,
    project: string,
    key: string,
    value: string | undefined,
    by: string,
    expected: DocumentExpectation,
  ): Promise<Changed> {
    const secret = this.catalogue.isSecret(key);
    const change = { project, key, by, expected, secret, ...(value !== undefined && { value }) };
    const changed = await this.writer.change(scope, change);
    await this.news.tell(scope, change, changed);
    return changed;
  }

  /** The text that is kept: what is secret never leaves this service otherwise than sealed. */
  private stored(scope: TenantScope, project: string, key: string, value: SettingValue): string {
    if (!this.catalogue.isSecret(key)) return JSON.stringify(value);
    return this.secrets.seal({ tenantId: scope.tenantId, project, key }, String(value));
  }

  private assertScope(project: string, key: string): void {
    if (project === TENANT_PROJECT || this.catalogue.definition(key).scope === 'project') return;
    throw unprocessable(
      `${key} is a setting of the whole tenant: set it in the project ${TENANT_PROJECT}.`,
    );
  }

  private async assertReachable(key: string, value: SettingValue): Promise<void> {
    if (this.catalogue.definition(key).type !== 'url' || typeof value !== 'string') return;
    try {
      await this.egress.verify(value);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, message, status } = error;
      const data = { errors: [{ path: 'value', message }] };
      throw new DomainError(code, `${key}: ${message}`, { status, data });
    }
  }

  private async assertRoom(scope: TenantScope, project: string, key: string): Promise<void> {
    const pattern = this.catalogue.patternOf(key);
    if (pattern === undefined) return;
    const [own] = await this.layers(scope, project);
    const others = [...(own?.values.keys() ?? [])].filter(
      (other) => other !== key && this.catalogue.patternOf(other) === pattern,
    );
    if (others.length < MAX_OF_PATTERN) return;
    throw unprocessable(
      `${project} has ${others.length} settings ${pattern} already; remove one first.`,
    );
  }
}

function byKey(
  rows: readonly { readonly key: string; readonly value: string; readonly version: number }[],
): SettingLayer['values'] {
  return new Map(rows.map(({ key, value, version }) => [key, { json: value, version }]));
}

function unprocessable(message: string): DomainError {
  return new DomainError('UNPROCESSABLE', message, { status: 422 });
}
