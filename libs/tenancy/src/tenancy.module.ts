import { Global, Module } from '@nestjs/common';
import { AppConfig, BundledFiles } from '@vance/config';
import { Access } from './access/access';
import { ApiKeyProof } from './api-keys/api-key-proof';
import { ApiKeyService } from './api-keys/api-key.service';
import { ProjectService } from './accounts/project.service';
import { TenantService } from './accounts/tenant.service';
import { UserService } from './accounts/user.service';
import { Audit } from './audit/audit';
import { Idempotency } from './idempotency/idempotency';
import { KeyRing } from './keys/key-ring';
import { loadMasterKey } from './keys/load-master-key';
import { MasterKey } from './keys/master-key';
import { Passwords } from './passwords/passwords';
import { SeedService } from './seed/seed.service';
import { AccessTokens } from './tokens/access-tokens';
import { Authenticator } from './tokens/authenticator';
import { PlatformAdmin } from './tokens/platform';
import { SignInLimits } from './tokens/sign-in-limits';
import { TokenService } from './tokens/token.service';

const offered = [
  Access,
  ApiKeyService,
  Audit,
  Authenticator,
  Idempotency,
  KeyRing,
  MasterKey,
  ProjectService,
  SeedService,
  TenantService,
  TokenService,
  UserService,
];

/** Tenants, users, projects, tokens; one instance of each in an application. Needs ConfigModule and DataModule. */
@Global()
@Module({
  providers: [
    Access,
    AccessTokens,
    ApiKeyProof,
    ApiKeyService,
    Audit,
    Authenticator,
    Idempotency,
    KeyRing,
    Passwords,
    PlatformAdmin,
    ProjectService,
    SeedService,
    SignInLimits,
    TenantService,
    TokenService,
    UserService,
    { provide: MasterKey, inject: [AppConfig], useFactory: loadMasterKey },
    { provide: BundledFiles, useFactory: () => BundledFiles.load() },
  ],
  exports: [...offered, BundledFiles],
})
export class TenancyModule {}
