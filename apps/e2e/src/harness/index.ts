export { Cluster } from './cluster';
export { freePort } from './free-port';
export { copyOfProduct, isKept, play, stepsOf } from './how-to';
export { allGone, EVERYTHING, processesWith } from './mcp-programs';
export { StrangeServer, strangeTool } from './mcp-stranger';
export { RoleProcess } from './role';
export { foldOf, known, storedEvents } from './fold';
export { PlanTalk } from './plan';
export { brokenInvariants } from './invariants';
export { Account, Connection, Conversation, WireRefusal, type OwnTool } from './wire';
export {
  ScriptedModel,
  action,
  answer,
  ask,
  call,
  gate,
  propose,
  update,
  type ModelStep,
  type ScriptStep,
  type SeenRequest,
} from './scripted-model';
