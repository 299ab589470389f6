import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BUILTIN_TOOLS, DOCUMENT_TOOLS } from './builtin';
import { ClientToolCaller } from './client-tool-caller';
import { ToolCatalogue } from './tool-catalogue';
import { ToolExplorer } from './tool-explorer';
import { DEFAULT_TIMEOUTS, TOOL_TIMEOUTS, ToolInvoker, type ToolTimeouts } from './tool-invoker';
import { TOOL_LISTS, TOOL_LISTS_TOKEN } from './tool-lists';
import { ToolRegistry } from './tool-registry';
import { DurableToolResults, ToolResultStore } from './tool-result-store';
import { WebClient } from './web/web-client';
import { WORKSPACE_OPTIONS, type WorkspaceOptions } from './workspace/workspace-options';
import { Workspaces } from './workspace/workspaces';

/** What an application decides about tools. */
export interface ToolsOptions {
  readonly workspace: WorkspaceOptions;
  readonly timeouts?: ToolTimeouts;
  /** For tests of other layers: without the tools that need the modules of tenancy, documents, kits and egress. */
  readonly withoutDocuments?: true;
}

/** The tool catalogue and its invoker. Needs, as global modules, data, tenancy, documents, kits, egress, a log and a `Realtime`. */
@Module({})
export class ToolsModule {
  static forRoot(options: ToolsOptions): DynamicModule {
    const bare = options.withoutDocuments === true;
    return {
      module: ToolsModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        { provide: WORKSPACE_OPTIONS, useValue: options.workspace },
        { provide: TOOL_TIMEOUTS, useValue: options.timeouts ?? DEFAULT_TIMEOUTS },
        { provide: TOOL_LISTS_TOKEN, useValue: TOOL_LISTS },
        { provide: ToolResultStore, useClass: DurableToolResults },
        ...services,
        ...BUILTIN_TOOLS,
        ...(bare ? [] : [WebClient, ...DOCUMENT_TOOLS]),
      ],
      exports: [ToolCatalogue, ToolInvoker, ToolRegistry],
    };
  }
}

const services = [
  Workspaces,
  ToolRegistry,
  ToolExplorer,
  ToolCatalogue,
  ClientToolCaller,
  ToolInvoker,
];
