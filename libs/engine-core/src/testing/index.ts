export { crashAt, doAt, SimulatedCrash } from './failpoints';
export { EngineWorld } from './engine-world';
export { EngineChat, feedbackOf } from './engine-chat';
export { FakeSources, KeptAudit, plainRecipe } from './fake-sources';
export { KeptLog } from './kept-log';
export { Waiting } from '../turn/waiting';
