export { TurnWorkModule } from './turn-work.module';
export { WorkerLife } from './worker-life';
