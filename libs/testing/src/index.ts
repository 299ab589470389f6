export {
  testDatabaseUri,
  testRedisPrefix,
  testServices,
  type TestServices,
} from './services/test-services';
export { eventually } from './eventually';
export type { FailpointAction, FailpointCommand, FailpointReport } from './failpoints/commands';
export * from './models';
export {
  Llmock,
  llmockInstalled,
  type LlmockBehavior,
  type LlmockFinding,
  type LlmockRequest,
} from './llmock/llmock';
