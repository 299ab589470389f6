export * from './turn-queue';
export { InlineTurnQueue, type InlineTurnQueueOptions, type TurnPlace } from './inline-turn-queue';
export { BullTurnQueue } from './bull-turn-queue';
export { BullTurnConsumer } from './bull-turn-consumer';
export { type BullOptions } from './bull-options';
export { QueueModule } from './queue.module';
