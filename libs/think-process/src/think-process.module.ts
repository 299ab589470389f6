import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { ProcessCommands } from './commands/process-commands';
import { HistoryCache } from './history/history-cache';
import { WorkerHints } from './hints/worker-hints';
import { MessageHistory } from './history/message-history';
import { MessageIntake } from './intake/message-intake';
import { Lanes } from './lanes/lanes';
import { WorkerIdentity } from './lanes/worker-identity';
import { Drainer } from './projector/drainer';
import { Projector } from './projector/projector';
import { SessionService } from './sessions/session.service';
import { BrainPresence } from './sweeper/brain-presence';
import { Sweeper } from './sweeper/sweeper';
import { DirectStart } from './wake/direct-start';
import { TurnWaker } from './wake/turn-waker';
import { ProcessWriter } from './writer/process-writer';

/** What brain and worker share. */
const shared: Provider[] = [
  Drainer,
  WorkerHints,
  Projector,
  HistoryCache,
  ProcessWriter,
  TurnWaker,
  DirectStart,
  MessageIntake,
  ProcessCommands,
  SessionService,
  MessageHistory,
];

/** What only a worker has. */
const worker: Provider[] = [Lanes, Sweeper];

/** Everything of a process's life outside its engine. Needs `DataModule`, `QueueModule` and `RealtimeModule`. */
@Module({})
export class ThinkProcessModule {
  /** A brain: takes messages in, commands, sessions. */
  static forBrain(): DynamicModule {
    return moduleOf([...shared, BrainPresence]);
  }

  /** A worker: takes lanes and sweeps. */
  static forWorker(identity: () => Promise<WorkerIdentity>): DynamicModule {
    return moduleOf([...shared, ...worker, { provide: WorkerIdentity, useFactory: identity }]);
  }

  /** Both in one process. */
  static forCombined(identity: () => Promise<WorkerIdentity>): DynamicModule {
    return moduleOf([
      ...shared,
      ...worker,
      BrainPresence,
      { provide: WorkerIdentity, useFactory: identity },
    ]);
  }
}

function moduleOf(providers: Provider[]): DynamicModule {
  return {
    module: ThinkProcessModule,
    global: true,
    providers,
    exports: providers,
  };
}
