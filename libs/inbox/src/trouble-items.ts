import { Injectable } from '@nestjs/common';
import { InboxRepository, UserRepository } from '@vance/data';
import { type BrokenPlace, BrokenDocuments } from '@vance/documents';
import { derivedId, type TenantScope } from '@vance/kernel';
import { CONFIGURATION_BROKEN, type InboxItem } from '@vance/protocol';

/** Most users that are looked through for administrators. */
const MOST_USERS = 500;

/** Tells a tenant's administrators of documents that got in broken (3.5): one item each per document and version. */
@Injectable()
export class TroubleItems {
  constructor(
    private readonly items: InboxRepository,
    private readonly users: UserRepository,
    documents: BrokenDocuments,
  ) {
    documents.tell((scope, place, faults) => this.add(scope, place, faults));
  }

  private async add(
    scope: TenantScope,
    { project, path, layer, version }: BrokenPlace,
    faults: readonly string[],
  ): Promise<void> {
    const users = await this.users.list(scope, { limit: MOST_USERS });
    const admins = users.filter(({ roles }) => roles.includes('tenant-admin'));
    const createdAt = new Date().toISOString();
    const items = admins.map(({ _id: assignedTo }): InboxItem => {
      const key = [scope.tenantId, assignedTo, project, path, String(version)];
      return {
        itemId: derivedId('inb', ...key),
        ...{ type: 'OUTPUT_TEXT', status: 'PENDING', tags: [CONFIGURATION_BROKEN] },
        title: `${project}/${path} is broken; the next layer counts instead`,
        ...{ assignedTo, project, createdAt },
        payload: { path, layer, version, faults: [...faults] },
      };
    });
    await Promise.all(items.map((item) => this.items.add(scope, item)));
  }
}
