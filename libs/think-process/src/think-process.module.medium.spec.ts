import { Test } from '@nestjs/testing';
import { DataModule, Database, ProcessRepository } from '@vance/data';
import { tenantScope } from '@vance/kernel';
import { InlineTurnQueue, QueueModule, TurnConsumer } from '@vance/queue';
import { MemoryRealtime, RealtimeModule } from '@vance/realtime';
import { testDatabaseUri } from '@vance/testing';
import { MessageIntake } from './intake/message-intake';
import { Lanes } from './lanes/lanes';
import { WorkerIdentity } from './lanes/worker-identity';
import { SessionService } from './sessions/session.service';
import { BrainPresence } from './sweeper/brain-presence';
import { Sweeper } from './sweeper/sweeper';
import { ThinkProcessModule } from './think-process.module';

it('runs whole in one process: a message starts its turn directly', async () => {
  const module = await Test.createTestingModule({
    imports: [
      DataModule.forRoot({ uri: testDatabaseUri('module') }),
      QueueModule.inline(() => new InlineTurnQueue({ concurrency: 4 })),
      RealtimeModule.forRoot(() => new MemoryRealtime()),
      ThinkProcessModule.forCombined(() => Promise.resolve(WorkerIdentity.fresh())),
    ],
  }).compile();
  await module.init();
  const lanes = module.get(Lanes);
  await lanes.start();
  await module.get(Sweeper).start();
  await module.get(BrainPresence).start();
  const scope = tenantScope('acme');
  const { session } = await module.get(SessionService).create(scope, {
    project: 'demo',
    userId: 'usr_1',
    recipe: { name: 'default', engine: 'arthur' },
    profile: 'api',
  });
  const taken = new Promise<string | undefined>((resolve) => {
    void module.get<TurnConsumer>(TurnConsumer).start(async (job) => {
      const process = await lanes.take(job);
      resolve(process?.turn?.taken[0]);
    });
  });
  const { messageId } = await module.get(MessageIntake).accept(scope, session.chatProcessId, {
    clientMessageId: 'c1',
    content: 'hello',
    userId: 'usr_1',
  });
  expect(await taken).toBe(messageId);
  const process = await module.get(ProcessRepository).find(scope, session.chatProcessId);
  expect(process?.status).toBe('RUNNING');
  await lanes.stopWatching();
  await module.get(Database).connection.dropDatabase();
  await module.close();
});
