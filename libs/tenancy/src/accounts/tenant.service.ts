import { Injectable } from '@nestjs/common';
import { TenantRepository, type TenantDocument } from '@vance/data';
import { conflict, type DomainError, newId, tenantScope, type TenantScope } from '@vance/kernel';
import { Audit } from '../audit/audit';
import { platformTenant } from '../tokens/platform';
import { UserService } from './user.service';

/** A tenant to make, with its first administrator. */
export interface NewTenant {
  readonly name: string;
  readonly title?: string;
  readonly admin: { readonly username: string; readonly password: string };
}

/** Makes and finds tenants. */
@Injectable()
export class TenantService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserService,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError ALREADY_EXISTS */
  async create({ name, title, admin }: NewTenant): Promise<TenantDocument> {
    if ((await this.tenants.findByName(name)) !== null) throw taken(name);
    const tenant = { _id: newId('ten'), name, title: title ?? name, createdAt: new Date() };
    const scope = tenantScope(tenant._id);
    // The administrator first: a crash in between leaves a user of no tenant, not a tenant nobody can enter.
    await this.users.create(scope, { ...admin, roles: ['tenant-admin'] }, platformTenant.userId);
    if (!(await this.tenants.create(tenant))) {
      await this.users.withdraw(scope, admin.username, platformTenant.userId);
      throw taken(name);
    }
    await this.audit.record(scope, {
      actor: platformTenant.userId,
      action: 'tenant-created',
      target: name,
    });
    return tenant;
  }

  /** A tenant and its scope by name; for the platform's own use (seeding). */
  async findByName(name: string): Promise<(TenantDocument & { scope: TenantScope }) | null> {
    const tenant = await this.tenants.findByName(name);
    return tenant === null ? null : { ...tenant, scope: tenantScope(tenant._id) };
  }
}

function taken(name: string): DomainError {
  return conflict('ALREADY_EXISTS', `There is a tenant ${name} already.`);
}
