import { Redis } from 'ioredis';
import { eventually, testRedisPrefix, testServices } from '@vance/testing';
import { BullTurnConsumer } from './bull-turn-consumer';
import { BullTurnQueue } from './bull-turn-queue';
import { InlineTurnQueue } from './inline-turn-queue';
import type { TurnConsumer, TurnJob, TurnQueue } from './turn-queue';

interface Pair {
  readonly queue: TurnQueue;
  readonly consumer: TurnConsumer;
}

function bull(concurrency: number): Pair {
  const options = { redisUrl: testServices().redisUrl, prefix: testRedisPrefix('q') };
  return {
    queue: new BullTurnQueue(options),
    consumer: new BullTurnConsumer({ ...options, concurrency }),
  };
}

function inline(concurrency: number): Pair {
  const queue = new InlineTurnQueue({ concurrency });
  return { queue, consumer: queue };
}

function job(processId: string, epoch = 0, tenantId = 'acme'): TurnJob {
  return { tenantId, processId, epoch };
}

/** Resolves when `done` says so; told after every job. */
function recorder(): {
  readonly done: TurnJob[];
  handle(job: TurnJob): Promise<void>;
  until(count: number): Promise<void>;
} {
  const done: TurnJob[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  return {
    done,
    handle: (each) => {
      done.push(each);
      for (const waiter of waiters) if (done.length >= waiter.count) waiter.resolve();
      return Promise.resolve();
    },
    until: (count) =>
      new Promise((resolve) => {
        if (done.length >= count) resolve();
        else waiters.push({ count, resolve });
      }),
  };
}

async function ready(queue: TurnQueue): Promise<void> {
  if (!(queue instanceof BullTurnQueue)) return;
  await eventually(() => expect(queue.isConnected()).toBe(true));
}

describe.each([
  ['inline', inline],
  ['bullmq', bull],
] as const)('turns over %s', (_name, make) => {
  let pair: Pair;

  async function open(concurrency: number): Promise<Pair> {
    pair = make(concurrency);
    await ready(pair.queue);
    return pair;
  }

  afterEach(async () => {
    await pair.consumer.drain();
    await pair.queue.close();
  });

  it('does every job once, those added before the start too', async () => {
    const { queue, consumer } = await open(4);
    const seen = recorder();
    await queue.add(job('prc_a'));
    await consumer.start(seen.handle);
    await queue.add(job('prc_b'));
    await queue.add(job('prc_b', 1));
    await seen.until(3);
    expect(new Set(seen.done.map((each) => `${each.processId}-${each.epoch}`))).toEqual(
      new Set(['prc_a-0', 'prc_b-0', 'prc_b-1']),
    );
  });

  it('takes a job that is named like one that waits for the same', async () => {
    const { queue, consumer } = await open(4);
    const seen = recorder();
    await queue.add(job('prc_a'));
    await queue.add(job('prc_a'));
    await queue.add(job('prc_z'));
    await consumer.start(seen.handle);
    await seen.until(2);
    expect(seen.done).toHaveLength(2);
  });

  it('takes a job anew after one of the same name has ended, well or badly', async () => {
    const { queue, consumer } = await open(1);
    const seen = recorder();
    let failures = 0;
    await consumer.start(async (each) => {
      await seen.handle(each);
      if (each.processId === 'prc_bad' && failures === 0) {
        failures += 1;
        throw new Error('bad');
      }
    });
    await queue.add(job('prc_bad'));
    await seen.until(1);
    // One slot: when this has begun, the one before has ended.
    await queue.add(job('prc_fence'));
    await seen.until(2);
    await queue.add(job('prc_bad'));
    await seen.until(3);
    expect(seen.done.map((each) => each.processId)).toEqual(['prc_bad', 'prc_fence', 'prc_bad']);
  });

  it('leaves half of the slots to other tenants', async () => {
    const { queue, consumer } = await open(4);
    let active = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const guest = new Promise<void>((resolve) => {
      void consumer.start(async (each) => {
        if (each.tenantId === 'guest') return resolve();
        active += 1;
        most = Math.max(most, active);
        await new Promise<void>((open_) => gates.push(open_));
        active -= 1;
      });
    });
    for (let i = 0; i < 8; i += 1) await queue.add(job(`prc_${i}`, 0, 'flood'));
    await queue.add(job('prc_guest', 0, 'guest'));
    await guest;
    expect(most).toBeLessThanOrEqual(2);
    const opening = setInterval(() => gates.splice(0).forEach((gate) => gate()), 5);
    await consumer.drain();
    clearInterval(opening);
  });

  it('ends what is under way before drain resolves', async () => {
    const { queue, consumer } = await open(2);
    let ended = false;
    const begun = new Promise<void>((resolve) => {
      void consumer.start(async () => {
        resolve();
        await new Promise((go) => setImmediate(go));
        ended = true;
      });
    });
    await queue.add(job('prc_a'));
    await begun;
    await consumer.drain();
    expect(ended).toBe(true);
  });
});

describe('a flood over bullmq', () => {
  it('is passed by another tenant’s job that came later', async () => {
    const { queue, consumer } = bull(1);
    await ready(queue);
    const seen = recorder();
    for (let i = 0; i < 30; i += 1) await queue.add(job(`prc_${i}`, 0, 'flood'));
    await queue.add(job('prc_guest', 0, 'guest'));
    await consumer.start(seen.handle);
    await seen.until(31);
    expect(seen.done.findIndex((each) => each.tenantId === 'guest')).toBeLessThan(3);
    await consumer.drain();
    await queue.close();
  });
});

describe('without Redis', () => {
  it('adding fails at once and throws nothing', async () => {
    const queue = new BullTurnQueue({ redisUrl: 'redis://127.0.0.1:1' });
    await queue.add(job('prc_a'));
    expect(queue.isConnected()).toBe(false);
    await queue.close();
  });

  it('jobs carry ids only', async () => {
    const redis = new Redis(testServices().redisUrl);
    const prefix = testRedisPrefix('q');
    const queue = new BullTurnQueue({ redisUrl: testServices().redisUrl, prefix });
    await ready(queue);
    await queue.add({ ...job('prc_a', 7), recovery: true });
    const data = await redis.hget(`${prefix}:turns:prc_a-7-x`, 'data');
    expect(JSON.parse(data ?? '{}')).toEqual({ ...job('prc_a', 7), recovery: true });
    await queue.close();
    redis.disconnect();
  });
});
