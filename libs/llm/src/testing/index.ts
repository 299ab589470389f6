export {
  ScriptedProvider,
  say,
  act,
  callTools,
  type ScriptedStep,
  type ScriptedAnswer,
} from './scripted-provider';
export { RecordingObserver } from './recording-observer';
export { faultOf } from './fault-of';
export { hello, helloTo } from './hello';
