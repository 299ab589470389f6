import { Injectable } from '@nestjs/common';
import { ApiKeyRepository, type ApiKeyDocument, type NamePage } from '@vance/data';
import { DomainError, newId, notFound } from '@vance/kernel';
import { Audit } from '../audit/audit';
import type { Principal } from '../principal';
import { apiKeyHash, newApiKey } from './api-key';
import { ApiKeyProof } from './api-key-proof';

/** Keys of one user. */
const MOST = 50;

/** A user's own API keys: long-lived bearer tokens with that user's roles. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly proof: ApiKeyProof,
    private readonly audit: Audit,
  ) {}

  /** @returns the row and the key itself, which is known only here and now. @throws DomainError LIMIT_EXCEEDED */
  async create(
    { scope, userId }: Principal,
    name: string,
  ): Promise<{ readonly row: Omit<ApiKeyDocument, 'tenantId'>; readonly key: string }> {
    if ((await this.keys.count(scope, userId)) >= MOST)
      throw new DomainError(
        'LIMIT_EXCEEDED',
        `A user has at most ${MOST} API keys; end one first.`,
        {
          status: 422,
        },
      );
    const key = newApiKey();
    const keyId = newId('key');
    const row = { _id: apiKeyHash(key), userId, keyId, name, createdAt: new Date() };
    await this.keys.create(scope, row);
    await this.audit.record(scope, {
      ...{ actor: userId, action: 'api-key-created', target: keyId },
      data: { name },
    });
    return { row, key };
  }

  list({ scope, userId }: Principal, page: NamePage): Promise<readonly ApiKeyDocument[]> {
    return this.keys.list(scope, userId, page);
  }

  /** @throws DomainError NOT_FOUND, also for another user's key */
  async remove({ scope, userId }: Principal, keyId: string): Promise<void> {
    const key = await this.keys.delete(scope, userId, keyId);
    if (key === null) throw notFound('API key');
    this.proof.forget(key._id);
    await this.audit.record(scope, { actor: userId, action: 'api-key-removed', target: keyId });
  }
}
