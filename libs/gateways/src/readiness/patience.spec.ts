import { Patience } from './patience';
import { Readiness, type ReadinessCheck } from './readiness';

const silent = new Promise<never>(() => undefined);
const later = (): number => performance.now() + 60_000;

function patience(check: () => Promise<void>): Patience {
  const checks: ReadinessCheck[] = [{ name: 'mongodb', check, holdsRequests: true }];
  return new Patience(new Readiness(checks));
}

describe('a request that waits', () => {
  it('is told so when the database does not answer', async () => {
    const service = patience(() => Promise.reject(new Error('away')));
    const waiting = service.run(() => silent);
    await service.look(later());
    await expect(waiting).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      data: { down: ['mongodb'], retryAfterSeconds: expect.any(Number) },
    });
    service.onModuleDestroy();
  });

  it('waits on while the database answers, and gets its outcome', async () => {
    const service = patience(() => Promise.resolve());
    let finish = (_: string): void => undefined;
    const waiting = service.run(() => new Promise<string>((resolve) => (finish = resolve)));
    await service.look(later());
    finish('done');
    await expect(waiting).resolves.toBe('done');
    service.onModuleDestroy();
  });

  it('is not asked about before its time, nor after its end', async () => {
    const check = jest.fn(() => Promise.reject(new Error('away')));
    const service = patience(check);
    await service.run(() => Promise.resolve());
    await service.look(later());
    void service.run(() => silent);
    await service.look();
    expect(check).not.toHaveBeenCalled();
    service.onModuleDestroy();
  });
});
