import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { testRedisPrefix, testServices } from '@vance/testing';
import { MemoryRealtime } from './memory-realtime';
import type { Realtime } from './realtime';
import { RedisRealtime } from './redis-realtime';

/** What every adapter promises. */
const adapters: readonly (readonly [string, () => Realtime])[] = [
  ['memory', () => new MemoryRealtime()],
  ['redis', () => new RedisRealtime({ url: testServices().redisUrl })],
];

describe.each(adapters)('realtime over %s', (_name, make) => {
  const prefix = testRedisPrefix('rt');
  let realtime: Realtime;

  beforeEach(() => {
    realtime = make();
  });

  afterEach(() => realtime.close());

  /** Publishes and resolves when a later message on another channel has come through. */
  async function published(channel: string, message: string): Promise<void> {
    const fence = new Promise<void>((resolve) => {
      void realtime
        .subscribe(`${prefix}:fence`, () => resolve())
        .then(() => {
          realtime.publish(channel, message);
          realtime.publish(`${prefix}:fence`, 'x');
        });
    });
    await fence;
  }

  it('delivers what is published after the subscription stands, to every listener', async () => {
    const first: string[] = [];
    const second: string[] = [];
    await realtime.subscribe(`${prefix}:a`, (message) => first.push(message));
    await realtime.subscribe(`${prefix}:a`, (message) => second.push(message));
    await published(`${prefix}:a`, 'hello');
    expect([first, second]).toEqual([['hello'], ['hello']]);
  });

  it('delivers nothing to a listener that has ended, and goes on with the others', async () => {
    const ended: string[] = [];
    const staying: string[] = [];
    const end = await realtime.subscribe(`${prefix}:b`, (message) => ended.push(message));
    await realtime.subscribe(`${prefix}:b`, (message) => staying.push(message));
    await end();
    await published(`${prefix}:b`, 'late');
    expect([ended, staying]).toEqual([[], ['late']]);
  });

  it('delivers to the other listeners when one throws', async () => {
    const heard: string[] = [];
    await realtime.subscribe(`${prefix}:c`, () => {
      throw new Error('faulty');
    });
    await realtime.subscribe(`${prefix}:c`, (message) => heard.push(message));
    await published(`${prefix}:c`, 'on');
    expect(heard).toEqual(['on']);
  });

  it('keeps the order of one publisher', async () => {
    const heard: string[] = [];
    await realtime.subscribe(`${prefix}:d`, (message) => heard.push(message));
    for (let i = 0; i < 50; i += 1) realtime.publish(`${prefix}:d`, String(i));
    await published(`${prefix}:d`, 'last');
    expect(heard).toEqual([...Array.from({ length: 50 }, (_, i) => String(i)), 'last']);
  });
});

/** A way to Redis that can be cut, and whose first connection may be held back until a command was answered on another. */
async function cuttable(
  options: { holdsFirstUntil?: string } = {},
): Promise<{ url: string; cut(): void; close(): void }> {
  const { hostname, port } = new URL(testServices().redisUrl);
  const sockets = new Set<Socket>();
  let release: (() => void) | undefined;
  let held = options.holdsFirstUntil !== undefined;
  const server: Server = createServer((inbound) => {
    const outbound = connect(Number(port), hostname);
    if (held) {
      held = false;
      inbound.pause();
      release = () => void inbound.pipe(outbound);
    } else {
      inbound.on('data', (bytes: Buffer) => {
        if (!bytes.toString().includes(String(options.holdsFirstUntil))) return;
        outbound.once('data', () => release?.());
      });
      inbound.pipe(outbound);
    }
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    outbound.pipe(inbound);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `redis://127.0.0.1:${address.port}`,
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
}

describe('a first connection', () => {
  it('goes both ways once a subscription stands, however slow the way out is', async () => {
    const way = await cuttable({ holdsFirstUntil: 'subscribe' });
    const realtime = new RedisRealtime({ url: way.url });
    const channel = testRedisPrefix('rt-first');
    let sent = false;
    await new Promise<void>((resolve) => {
      void realtime
        .subscribe(channel, () => resolve())
        .then(() => {
          sent = realtime.publish(channel, 'first');
          if (!sent) resolve();
        });
    });
    expect(sent).toBe(true);
    await realtime.close();
    way.close();
  });
});

describe('a lost connection', () => {
  it('is told to the listeners after the subscriptions stand again', async () => {
    const way = await cuttable();
    const realtime = new RedisRealtime({ url: way.url });
    const other = new Redis(testServices().redisUrl);
    const channel = testRedisPrefix('rt-back');
    const heard: string[] = [];
    await realtime.subscribe(channel, (message) => heard.push(message));
    const back = new Promise<void>((resolve) => realtime.onReconnect(resolve));
    way.cut();
    await back;
    const arrived = new Promise<void>((resolve) => {
      void realtime.subscribe(channel, () => resolve()).then(() => other.publish(channel, 'after'));
    });
    await arrived;
    expect(heard).toEqual(['after']);
    other.disconnect();
    await realtime.close();
    way.close();
  });

  it('keeps nobody waiting where there is no Redis', async () => {
    const realtime = new RedisRealtime({ url: 'redis://127.0.0.1:1' });
    expect(realtime.publish('x', 'lost')).toBe(false);
    const end = await realtime.subscribe('x', () => undefined);
    await end();
    expect(realtime.isConnected()).toBe(false);
    await realtime.close();
  });
});
