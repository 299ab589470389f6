export { chat } from './chat';
export { gemini, type ScriptedPart } from './gemini';
export {
  calls,
  callsBadly,
  goesOnForEver,
  hangsUp,
  overflows,
  refuses,
  says,
  saysNothing,
  tears,
  type ModelStep,
  type Refusal,
  type ScriptedAnswer,
  type ScriptedCall,
  type TornStream,
} from './model-step';
export { responses } from './responses';
export { type RecordedRequest, type ScriptedReply } from './scripted-http-server';
export { ScriptedModelServer } from './scripted-model-server';
export { cutAt } from './sse';
