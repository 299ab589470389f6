import { Module } from '@nestjs/common';
import { ArthurModule } from '@vance/engine-arthur';
import { EngineCoreModule } from '@vance/engine-core';
import { WorkerLife } from './worker-life';

/**
 * The work of a worker: the action loop, every engine, and their life. Needs the platform's modules, a queue with its
 * consumer, realtime, and think-process (for a worker, or combined) beside it.
 */
@Module({ imports: [EngineCoreModule, ArthurModule], providers: [WorkerLife] })
export class TurnWorkModule {}
