export * from './model-port';
export {
  ModelAccess,
  type ModelAccesses,
  type ModelAddress,
  type ProviderAccess,
} from './model-access';
export { ClientsByAccess } from './core/clients-by-access';
export {
  modelApis,
  modelTiers,
  type ModelApi,
  type ModelInfo,
  type ModelPricing,
} from './core/model-info';
export { catalogueLayerSchema, type CatalogueLayer, type ModelRow } from './core/catalogue-schema';
export { ModelCatalogue, mergeCatalogueLayers, parseCatalogueLayer } from './core/catalogue';
export { type RetryPolicy } from './core/retry-policy';
export { ActionTextStream } from './core/action-text-stream';
export { asCount, asList, asRecord, asText } from './core/narrow';
export { recoverAction } from './core/recover-action';
export { mintIds } from './core/mint-ids';
export { retryAfterMs } from './core/retry-after';
export { withoutKept } from './core/without-kept';
export { costOf } from './core/cost';
export {
  ModelGateway,
  ModelsExhausted,
  type AskOptions,
  type AskResult,
  type FailedAttempt,
  type ModelGatewayOptions,
  type Question,
  type QuestionFor,
} from './model-gateway';
export { readCatalogueFile, defaultModelLayer } from './catalogue-file';
export { DemoProvider, type DemoPace } from './demo/demo-provider';
export { LlmModule, type LlmModuleOptions } from './llm.module';
