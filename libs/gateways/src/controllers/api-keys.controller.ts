import { Controller } from '@nestjs/common';
import type { ApiKeyDocument } from '@vance/data';
import type { ApiKeyView } from '@vance/protocol';
import { ApiKeyService, type Principal } from '@vance/tenancy';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { namePage, pageFrom } from '../http/paging';

/** The caller's own API keys. */
@Controller()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeyService) {}

  @Endpoint('listApiKeys')
  async list(
    @Caller() caller: Principal,
    @Input() { query }: InputOf<'listApiKeys'>,
  ): Promise<AnswerOf<'listApiKeys'>> {
    const rows = await this.keys.list(caller, namePage(query));
    const page = pageFrom(rows, query.limit, ({ keyId }) => [keyId]);
    return { ...page, items: page.items.map(toView) };
  }

  @Endpoint('createApiKey')
  async create(
    @Caller() caller: Principal,
    @Input() { body }: InputOf<'createApiKey'>,
  ): Promise<AnswerOf<'createApiKey'>> {
    const { row, key } = await this.keys.create(caller, body.name);
    return { ...toView(row), key };
  }

  @Endpoint('removeApiKey')
  async remove(
    @Caller() caller: Principal,
    @Input() { params }: InputOf<'removeApiKey'>,
  ): Promise<void> {
    await this.keys.remove(caller, params.keyId);
  }
}

function toView({ keyId, name, createdAt }: Omit<ApiKeyDocument, 'tenantId'>): ApiKeyView {
  return { keyId, name, createdAt: createdAt.toISOString() };
}
