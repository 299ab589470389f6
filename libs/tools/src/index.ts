export { READ_ONLY_LABEL, type Tool, type ToolContext, type ToolDescriptor } from './tool';
export {
  NO_REMOTE_TOOLS,
  RemoteTools,
  type RemoteReply,
  type RemoteToolsQuestion,
} from './remote-tools';
export { schemaFault } from './core/judge-schema';
export { ServerTool } from './server-tool';
export { TOOL_LISTS, type ToolLists } from './tool-lists';
export { ToolRegistry, type RegisteredTool } from './tool-registry';
export { ToolCatalogue, type ToolOwner } from './tool-catalogue';
export { ToolInvoker, type ToolTimeouts } from './tool-invoker';
export { ClientToolCaller, type ClientCall } from './client-tool-caller';
export { ToolResultStore } from './tool-result-store';
export { ToolsModule, type ToolsOptions } from './tools.module';
export type { WorkspaceMount, WorkspaceOptions } from './workspace/workspace-options';
export type { ToolOutcome } from './core/outcome';
export { type ToolEffect } from './core/effect';
export { type ToolSelectors } from './core/selectors';
export { type ClientLabelPolicy } from './core/client-tools';
export { type ClientRegistration } from './core/client-registration';
export { TOOL_NOT_ALLOWED_IN_MODE, toolNotAllowedText } from './core/refusal';
export { capTools } from './core/manifest-cap';
export { FIND_TOOLS, foundTools } from './core/found-tools';
export { paramsHash } from './core/params-hash';
