export {
  DocumentService,
  type DocumentAuthor,
  type DocumentHit,
} from './documents/document.service';
export { etagOf, parsePreconditions, preconditionFailed } from './documents/etag';
export { EffectiveDocuments, type EffectiveDocument } from './cascade/effective-documents';
export { BrokenDocuments, type BrokenPlace } from './broken/broken-documents';
export type { BrokenLayer, DocumentFault } from './faults/document-fault';
export { Cascade } from './cascade/cascade';
export type { EffectiveText, LayerText, Shadowed } from './cascade/layer';
export { RecipeService, type BrokenRecipe, type EffectiveRecipe } from './recipes/recipe.service';
export { recipeSchema } from './recipes/recipe.schema';
export {
  availableEngines,
  isAvailable,
  recipeEngines,
  type RecipeEngine,
} from './recipes/engine-params';
export type { Recipe, RecipeParams } from './recipes/recipe';
export { McpServersService, type McpServer } from './mcp-servers/mcp-servers.service';
export type { McpServerConfig } from './mcp-servers/mcp-servers.schema';
export { ModelLayersService } from './models/model-layers.service';
export { ModelAccessService } from './models/model-access.service';
export { ApprovedVersions, type PlayedBy } from './prompts/approved-versions';
export { promptBaseOf } from './prompts/prompt-paths';
export { PromptService, type PromptContext, type RenderedPrompt } from './prompts/prompt.service';
export { PromptPreview } from './prompts/prompt-preview';
export type { PromptSource } from './prompts/prompt-library';
export type { PromptVariables } from './prompts/prompt-variables';
export { ManualService, type ManualHead } from './prompts/manual.service';
export { SettingsService } from './settings/settings.service';
export { SettingSecrets } from './settings/setting-secrets';
export { SecretRotation, type Resealed } from './settings/secret-rotation';
export type { EffectiveSetting } from './settings/setting-layers';
export { SettingCatalogue } from './settings/setting-catalogue';
export type { SettingDefinition, SettingValue } from './settings/setting-definition';
export { TenantConfig, type Revision, type TenantConfigView } from './settings/tenant-config';
export { DocumentsModule } from './documents.module';
