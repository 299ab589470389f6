import { Controller } from '@nestjs/common';
import { TenantService, TokenService } from '@vance/tenancy';
import { type AnswerOf, Endpoint, Input, type InputOf } from '../http/endpoint';

/** Signing in and out; and new tenants, for the platform's admin. */
@Controller()
export class AuthController {
  constructor(
    private readonly tokens: TokenService,
    private readonly tenants: TenantService,
  ) {}

  @Endpoint('issueToken')
  issue(@Input() { body }: InputOf<'issueToken'>): Promise<AnswerOf<'issueToken'>> {
    return this.tokens.issue(body);
  }

  @Endpoint('refreshToken')
  refresh(@Input() { body }: InputOf<'refreshToken'>): Promise<AnswerOf<'refreshToken'>> {
    return this.tokens.refresh(body.refreshToken);
  }

  @Endpoint('logout')
  async logout(@Input() { body }: InputOf<'logout'>): Promise<void> {
    await this.tokens.logout(body.refreshToken);
  }

  @Endpoint('createTenant')
  async createTenant(
    @Input() { body }: InputOf<'createTenant'>,
  ): Promise<AnswerOf<'createTenant'>> {
    const { _id: tenantId, name, title } = await this.tenants.create(body);
    return { tenantId, name, title };
  }
}
