import { Global, Module } from '@nestjs/common';
import { BundledFiles } from '@vance/config';
import { Egress } from '@vance/egress';
import { BrokenDocuments } from './broken/broken-documents';
import { Cascade } from './cascade/cascade';
import { EffectiveDocuments } from './cascade/effective-documents';
import { DOCUMENT_CHECKS } from './documents/document-checks';
import { DocumentService } from './documents/document.service';
import { ModelGrounds } from './models/model-grounds';
import { ModelLayerCheck } from './models/model-layer-check';
import { ModelAccessService } from './models/model-access.service';
import { ModelLayersService } from './models/model-layers.service';
import { McpServersCheck } from './mcp-servers/mcp-servers-check';
import { McpServersService } from './mcp-servers/mcp-servers.service';
import { PromptTrial } from './prompts/prompt-trial';
import { ApprovedVersions } from './prompts/approved-versions';
import { IncludeCheck } from './prompts/include-check';
import { ManualService } from './prompts/manual.service';
import { PromptCheck } from './prompts/prompt-check';
import { PromptLibrary } from './prompts/prompt-library';
import { PromptPreview } from './prompts/prompt-preview';
import { PromptService } from './prompts/prompt.service';
import { RecipeCheck } from './recipes/recipe-check';
import { RecipeModelCheck } from './recipes/recipe-model-check';
import { RecipeService } from './recipes/recipe.service';
import { SettingCatalogue } from './settings/setting-catalogue';
import { SettingNews } from './settings/setting-news';
import { SettingSecrets } from './settings/setting-secrets';
import { SettingsService } from './settings/settings.service';
import { SettingWriter } from './settings/setting-writer';
import { TenantConfig } from './settings/tenant-config';

const offered = [
  ApprovedVersions,
  BrokenDocuments,
  Cascade,
  DocumentService,
  EffectiveDocuments,
  ManualService,
  McpServersService,
  ModelAccessService,
  ModelLayersService,
  PromptPreview,
  PromptService,
  RecipeService,
  SettingsService,
  TenantConfig,
];

/**
 * Documents and everything that is read through the cascade. Needs the modules of config, data, egress, llm,
 * observability, realtime and tenancy in the application.
 */
@Global()
@Module({
  providers: [
    SettingNews,
    SettingWriter,
    ...offered,
    ModelGrounds,
    PromptLibrary,
    PromptTrial,
    SettingSecrets,
    {
      provide: SettingCatalogue,
      inject: [BundledFiles],
      useFactory: (files: BundledFiles) => new SettingCatalogue(files),
    },
    {
      provide: DOCUMENT_CHECKS,
      inject: [Egress, ModelGrounds, Cascade],
      useFactory: (egress: Egress, grounds: ModelGrounds, cascade: Cascade) => [
        new RecipeCheck(),
        new RecipeModelCheck(grounds),
        new PromptCheck(),
        new IncludeCheck(cascade),
        new ModelLayerCheck(grounds),
        new McpServersCheck(egress),
      ],
    },
  ],
  exports: [...offered, SettingCatalogue],
})
export class DocumentsModule {}
