import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { EventStreams } from '@vance/gateways';
import { Realtime, sessionChannel } from '@vance/realtime';
import { eventually } from '@vance/testing';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';

describe('an event stream that is over', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
  });
  afterAll(async () => {
    admin?.close();
    await brains?.stop();
  });

  it('gets no event any more while its client still has to take what came before', async () => {
    const made = await admin.call('POST', '/api/v1/projects/p/sessions', {});
    const { sessionId } = made.body;
    const path = `/api/v1/sessions/${sessionId}/events`;
    const server: Server = brain.app.getHttpServer();
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const { hostname, port } = new URL(brain.url);
    const sleeper = connect(Number(port), hostname);
    sleeper.write(
      `GET ${path} HTTP/1.1\r\nhost: brain\r\nconnection: close\r\naccept: text/event-stream\r\nauthorization: Bearer ${admin.token}\r\n\r\n`,
    );
    const [[far], [head]] = await Promise.all([accepted, once(sleeper, 'data')]);
    expect(String(head)).toContain('200 OK');
    sleeper.pause();

    const realtime = brain.app.get(Realtime);
    const channel = sessionChannel(sessionId);
    let heard = 0;
    const unsubscribe = await realtime.subscribe(channel, () => (heard += 1));
    let seq = 0;
    const tell = async (): Promise<void> => {
      seq += 1;
      const event = { type: 'chat-message-appended', seq, sessionId, text: 'x'.repeat(100_000) };
      realtime.publish(channel, JSON.stringify({ kind: 'row', seq, last: seq, events: [event] }));
      await eventually(() => expect(heard).toBe(seq));
    };
    while (far.writableLength === 0) await tell();
    const streams = brain.app.get(EventStreams);
    // As at its token's end, or when the brain goes: it has said its last, and a client that sleeps has not heard it.
    streams.beforeApplicationShutdown();
    expect(far.writableLength).toBeGreaterThan(0);
    await tell();
    await unsubscribe();
    sleeper.resume();
    await once(sleeper, 'close');
    expect((await admin.call('GET', '/healthz')).status).toBe(200);
  });
});
