import { CrossDocListProjectsTool } from './cross-doc-list-projects.tool';
import { CurrentTimeTool } from './current-time.tool';
import { DataGetTool } from './data-get.tool';
import { DataSetTool } from './data-set.tool';
import { DescribeToolTool } from './describe-tool.tool';
import { DocCreateTool } from './doc-create.tool';
import { DocDeleteTool } from './doc-delete.tool';
import { DocFindTool } from './doc-find.tool';
import { DocListTool } from './doc-list.tool';
import { DocReadTool } from './doc-read.tool';
import { DocUpdateTool } from './doc-update.tool';
import { FindToolsTool } from './find-tools.tool';
import { KitApplyTool } from './kit-apply.tool';
import { KitExportTool } from './kit-export.tool';
import { KitInstallTool } from './kit-install.tool';
import { KitStatusTool } from './kit-status.tool';
import { ManualListTool } from './manual-list.tool';
import { ManualReadTool } from './manual-read.tool';
import { ProcessListTool } from './process-list.tool';
import { ProcessStatusTool } from './process-status.tool';
import { ProjectCurrentTool } from './project-current.tool';
import { ProjectListTool } from './project-list.tool';
import { RagAddTool } from './rag-add.tool';
import { RagCreateTool } from './rag-create.tool';
import { RagDeleteTool } from './rag-delete.tool';
import { RagListTool } from './rag-list.tool';
import { RagQueryTool } from './rag-query.tool';
import { RecipeDescribeTool } from './recipe-describe.tool';
import { RecipeListTool } from './recipe-list.tool';
import { RelationsAddTool } from './relations-add.tool';
import { RelationsDeleteTool } from './relations-delete.tool';
import { RelationsFindTool } from './relations-find.tool';
import { RespondTool } from './respond.tool';
import { ScratchpadDeleteTool } from './scratchpad-delete.tool';
import { ScratchpadGetTool } from './scratchpad-get.tool';
import { ScratchpadListTool } from './scratchpad-list.tool';
import { ScratchpadSetTool } from './scratchpad-set.tool';
import { ToolResultReadTool } from './tool-result-read.tool';
import { WebFetchTool } from './web-fetch.tool';
import { WebSearchTool } from './web-search.tool';
import { WhoamiTool } from './whoami.tool';
import { WorkFileEditTool } from './work-file-edit.tool';
import { WorkFileFindTool } from './work-file-find.tool';
import { WorkFileGrepTool } from './work-file-grep.tool';
import { WorkFileListTool } from './work-file-list.tool';
import { WorkFileReadTool } from './work-file-read.tool';
import { WorkFileWriteTool } from './work-file-write.tool';

/** The tools this lib brings. A tool of another lib is a provider of that lib's module. */
export const BUILTIN_TOOLS = [
  CurrentTimeTool,
  DataGetTool,
  DataSetTool,
  DescribeToolTool,
  FindToolsTool,
  ProcessListTool,
  ProcessStatusTool,
  RagCreateTool,
  RagDeleteTool,
  RagListTool,
  RagQueryTool,
  RelationsAddTool,
  RelationsDeleteTool,
  RelationsFindTool,
  RespondTool,
  ScratchpadDeleteTool,
  ScratchpadGetTool,
  ScratchpadListTool,
  ScratchpadSetTool,
  ToolResultReadTool,
  WhoamiTool,
  WorkFileEditTool,
  WorkFileFindTool,
  WorkFileGrepTool,
  WorkFileListTool,
  WorkFileReadTool,
  WorkFileWriteTool,
];

/** Those that need the modules of tenancy, documents, kits and egress. */
export const DOCUMENT_TOOLS = [
  CrossDocListProjectsTool,
  DocCreateTool,
  DocDeleteTool,
  DocFindTool,
  DocListTool,
  DocReadTool,
  DocUpdateTool,
  KitApplyTool,
  KitExportTool,
  KitInstallTool,
  KitStatusTool,
  ManualListTool,
  ManualReadTool,
  ProjectCurrentTool,
  ProjectListTool,
  RagAddTool,
  RecipeDescribeTool,
  RecipeListTool,
  WebFetchTool,
  WebSearchTool,
];
