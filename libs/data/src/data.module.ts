import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { Database, type DatabaseOptions } from './database';
import { ProcessRepository } from './process/process.repository';
import { ProcessUpkeepRepository } from './process/process-upkeep.repository';
import { ClientToolsRepository } from './process/client-tools.repository';
import { EventLog } from './events/event-log';
import { ChatMessageRepository } from './history/chat-message.repository';
import { PlanRepository } from './plans/plan.repository';
import { ToolCallRepository } from './journal/tool-call.repository';
import { ToolResultRepository } from './journal/tool-result.repository';
import { LlmTraceRepository } from './journal/llm-trace.repository';
import { SessionRepository } from './sessions/session.repository';
import { BrainRepository } from './sessions/brain.repository';
import { DataStoreRepository } from './tool-state/data-store.repository';
import { RelationRepository } from './tool-state/relation.repository';
import { ScratchpadRepository } from './tool-state/scratchpad.repository';
import { RagRepository } from './rag/rag.repository';
import { KitRepository } from './kits/kit.repository';
import { TenantRepository } from './tenancy/tenant.repository';
import { UserRepository } from './tenancy/user.repository';
import { ProjectRepository } from './tenancy/project.repository';
import { SigningKeyRepository } from './tenancy/signing-key.repository';
import { RefreshTokenRepository } from './tenancy/refresh-token.repository';
import { ApiKeyRepository } from './tenancy/api-key.repository';
import { IdempotencyRepository } from './tenancy/idempotency.repository';
import { AuditRepository } from './audit/audit.repository';
import { AuditUpkeepRepository } from './audit/audit-upkeep.repository';
import { DocumentRepository } from './documents/document.repository';
import { TenantConfigRepository } from './documents/tenant-config.repository';
import { SettingUpkeepRepository } from './documents/setting-upkeep.repository';
import { SettingRepository } from './documents/setting.repository';
import { SettingVersionRepository } from './documents/setting-version.repository';
import { InboxRepository } from './inbox/inbox.repository';
import { SpendingRepository } from './budgets/spending.repository';

/** A repository: a class that takes the database and nothing else. */
type Repository = new (database: Database) => object;

/** Every repository of the product. A new one adds its line here; its collection's indexes follow by themselves. */
const repositories: readonly Repository[] = [
  ProcessRepository,
  ProcessUpkeepRepository,
  ClientToolsRepository,
  EventLog,
  ChatMessageRepository,
  PlanRepository,
  ToolCallRepository,
  ToolResultRepository,
  LlmTraceRepository,
  SessionRepository,
  BrainRepository,
  ScratchpadRepository,
  DataStoreRepository,
  RelationRepository,
  RagRepository,
  KitRepository,
  TenantRepository,
  UserRepository,
  ProjectRepository,
  SigningKeyRepository,
  RefreshTokenRepository,
  ApiKeyRepository,
  IdempotencyRepository,
  AuditRepository,
  AuditUpkeepRepository,
  DocumentRepository,
  TenantConfigRepository,
  SettingRepository,
  SettingVersionRepository,
  SettingUpkeepRepository,
  SpendingRepository,
  InboxRepository,
];

/** Gives the application its database and its repositories; indexes stand before anything is served. */
@Module({})
export class DataModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    return DataModule.forDatabase(() => Database.connect(options));
  }

  /** With a connection that someone else opened (tests, tools) or opens when asked. */
  static forDatabase(open: () => Promise<Database>): DynamicModule {
    const database: Provider = { provide: Database, useFactory: open };
    return {
      module: DataModule,
      global: true,
      providers: [database, ...repositories.map(provider), indexes],
      exports: [Database, ...repositories],
    };
  }
}

function provider(repository: Repository): Provider {
  return {
    provide: repository,
    useFactory: (database: Database) => new repository(database),
    inject: [Database],
  };
}

/** Depends on every repository, so that each has taken its models before the indexes are made. */
const INDEXES = Symbol('vance.data.indexes');
const indexes: Provider = {
  provide: INDEXES,
  useFactory: async (database: Database): Promise<true> => {
    await database.ensureIndexes();
    return true;
  },
  inject: [Database, ...repositories],
};
