export { EngineCoreModule } from './engine-core.module';
export {
  ThinkEngine,
  type OwnContext,
  type OwnOutcome,
  type ThinkEngineDefinition,
} from './engine/think-engine';
export { ThinkEngineRegistry } from './engine/think-engine.registry';
export { TurnRunner } from './turn/turn-runner';
export type { EngineAction } from './core/parse-action';
export { answer, askUser, reject, withoutWorkers } from './core/own-actions';
export { actionToolOf } from './core/action-tool';
export { sentence, type SentenceKey } from './core/sentences';
