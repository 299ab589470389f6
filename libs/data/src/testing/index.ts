export { testEntry, testMessage, testProcess } from './test-process';
