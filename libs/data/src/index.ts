export { Database, type DatabaseOptions } from './database';
export { isDatabaseAway } from './database-away';
export { DataModule } from './data.module';
export type * from './process/process-document';
export type * from './process/process-write';
export { ProcessRepository } from './process/process.repository';
export {
  ProcessUpkeepRepository,
  type Drainage,
  type DueProcess,
  type LaneState,
} from './process/process-upkeep.repository';
export { ClientToolsRepository } from './process/client-tools.repository';
export { assertRoom, processLimits } from './process/process-limits';
export { RESTING, RUNNABLE, LEASE_SECONDS } from './process/lane-pipelines';
export { EventLog, EVENT_RETENTION_DAYS } from './events/event-log';
export { durableEvents, type SessionEventRow, type UnnumberedRow } from './events/session-event';
export { ChatMessageRepository, type HistoryPage } from './history/chat-message.repository';
export type { ChatMessageDocument } from './history/chat-message.schema';
export { PlanRepository } from './plans/plan.repository';
export { ToolCallRepository } from './journal/tool-call.repository';
export type { ToolCallDocument } from './journal/tool-call.schema';
export { ToolResultRepository } from './journal/tool-result.repository';
export { LlmTraceRepository, type TraceCursor } from './journal/llm-trace.repository';
export type { GroupedUsage, Usage } from './journal/usage-pipeline';
export type { LlmTraceDocument } from './journal/llm-trace.schema';
export { SessionRepository, type SessionCursor } from './sessions/session.repository';
export type { SessionDocument } from './sessions/session.schema';
export { BrainRepository } from './sessions/brain.repository';
export { ScratchpadRepository } from './tool-state/scratchpad.repository';
export { DataStoreRepository } from './tool-state/data-store.repository';
export {
  RelationRepository,
  type Relation,
  type RelationQuery,
} from './tool-state/relation.repository';
export { KitRepository, type KitHead, type KitKey } from './kits/kit.repository';
export { type AppliedKit, type KitContent, type KitDocument } from './kits/kit.schema';
export { RagRepository, type RagHit, type RagKey } from './rag/rag.repository';
export { RAG_LANGUAGES, type RagCorpusDocument, type RagLanguage } from './rag/rag.schema';
export { type KeyedTextEntry } from './tool-state/keyed-text';
export { TenantRepository } from './tenancy/tenant.repository';
export type { TenantDocument } from './tenancy/tenant.schema';
export { UserRepository, type UserChange } from './tenancy/user.repository';
export type { UserDocument } from './tenancy/user.schema';
export { ProjectRepository } from './tenancy/project.repository';
export type { ProjectDocument } from './tenancy/project.schema';
export { SigningKeyRepository } from './tenancy/signing-key.repository';
export type { SigningKeyDocument } from './tenancy/signing-key.schema';
export { RefreshTokenRepository, type RefreshOutcome } from './tenancy/refresh-token.repository';
export { ApiKeyRepository } from './tenancy/api-key.repository';
export type { ApiKeyDocument } from './tenancy/api-key.schema';
export type { RefreshTokenDocument } from './tenancy/refresh-token.schema';
export { IdempotencyRepository } from './tenancy/idempotency.repository';
export type { IdempotencyDocument } from './tenancy/idempotency.schema';
export { AuditRepository, type AuditQuery } from './audit/audit.repository';
export { AuditUpkeepRepository } from './audit/audit-upkeep.repository';
export type { AuditDraft, AuditHead } from './audit/audit-chain';
export type { AuditFault, AuditVerdict } from './audit/audit-verdict';
export type { AuditDocument } from './audit/audit.schema';
export type { NamePage } from './tenancy/page';
export {
  DocumentRepository,
  type DocumentKey,
  type DocumentWrite,
  type VersionPage,
} from './documents/document.repository';
export { meetsExpectation, type DocumentExpectation } from './documents/expectation';
export type { DocumentDocument, DocumentHead } from './documents/document.schema';
export { TenantConfigRepository } from './documents/tenant-config.repository';
export type { TenantConfigDocument, TenantSetting } from './documents/tenant-config.schema';
export { SettingUpkeepRepository, type SettingRow } from './documents/setting-upkeep.repository';
export { InboxRepository, type InboxPage } from './inbox/inbox.repository';
export type { InboxItemDocument, InboxItemRow } from './inbox/inbox-item.schema';
export { SpendingRepository, type Spend, type SpentToday } from './budgets/spending.repository';
export { SettingVersionRepository } from './documents/setting-version.repository';
export type { SettingVersionDocument } from './documents/setting-version.schema';
export { SettingRepository, type SettingKey } from './documents/setting.repository';
export type { SettingDocument } from './documents/setting.schema';
