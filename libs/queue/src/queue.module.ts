import { type DynamicModule, Module } from '@nestjs/common';
import { InlineTurnQueue } from './inline-turn-queue';
import { TurnConsumer, TurnQueue } from './turn-queue';

/** Gives the application its queue, of whichever adapter. */
@Module({})
export class QueueModule {
  /** A brain: adds jobs only. */
  static producer(make: () => TurnQueue): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      providers: [{ provide: TurnQueue, useFactory: make }],
      exports: [TurnQueue],
    };
  }

  /** A worker: adds and does jobs. */
  static both(queue: () => TurnQueue, consumer: () => TurnConsumer): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      providers: [
        { provide: TurnQueue, useFactory: queue },
        { provide: TurnConsumer, useFactory: consumer },
      ],
      exports: [TurnQueue, TurnConsumer],
    };
  }

  /** The combined process: turns start in it directly, without a queue between. */
  static inline(make: () => InlineTurnQueue): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      providers: [
        { provide: InlineTurnQueue, useFactory: make },
        { provide: TurnQueue, useExisting: InlineTurnQueue },
        { provide: TurnConsumer, useExisting: InlineTurnQueue },
      ],
      exports: [TurnQueue, TurnConsumer],
    };
  }
}
