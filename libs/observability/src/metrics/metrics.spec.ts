import { Metrics } from './metrics';

describe('metrics', () => {
  it('are written in the Prometheus format, each named vance_…', async () => {
    const metrics = new Metrics();
    metrics.turns.observe({ outcome: 'done' }, 0.02);
    metrics.connections.inc();
    const text = await metrics.text();
    expect(text).toMatch(/vance_turn_seconds_bucket\{le="0.025",outcome="done"\} 1/);
    expect(text).toMatch(/vance_socket_connections 1/);
    for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) expect(name).toMatch(/^vance_/);
  });

  it('keep two processes in one program apart', async () => {
    const [one, two] = [new Metrics(), new Metrics()];
    one.connections.inc(3);
    expect(await two.text()).toMatch(/vance_socket_connections 0/);
  });
});
