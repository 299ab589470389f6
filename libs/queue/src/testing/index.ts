export { RecordingQueue } from './recording-queue';
