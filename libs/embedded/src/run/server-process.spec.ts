import { ServerProcess, type ServerCommand } from './server-process';

const server = (script: string): ServerCommand => ({
  name: 'Fake',
  binary: process.execPath,
  args: ['-e', script],
  isReady: (line) => line === 'ready',
  explain: (lines) => lines.find((line) => line.startsWith('reason: '))?.slice(8),
});
const runs = 'console.log("ready"); setInterval(() => {}, 1000);';

describe('ServerProcess', () => {
  it('is started once the server says so, and stops when asked', async () => {
    const process = await ServerProcess.start(server(runs), 10_000);
    await process.stop();
    await expect(process.ended).resolves.toBe('killed by SIGTERM');
    expect(process.stopping).toBe(true);
  });

  it('gives the server’s own reason when it ends before it is ready', async () => {
    const fails = server('console.error("reason: no room"); process.exit(2)');
    await expect(ServerProcess.start(fails, 10_000)).rejects.toMatchObject({
      code: 'SERVICE_START_FAILED',
      message: 'Fake did not start: no room',
    });
  });

  it('kills a server that never gets ready', async () => {
    const silent = server('setInterval(() => {}, 1000)');
    await expect(ServerProcess.start(silent, 200)).rejects.toThrow('the start of Fake took longer');
  });

  it('kills a server that does not stop when asked', async () => {
    const deaf = await ServerProcess.start(
      server(`process.on("SIGTERM", () => {}); console.log("reason: idle"); ${runs}`),
      10_000,
    );
    await deaf.stop(100);
    await expect(deaf.ended).resolves.toBe('killed by SIGKILL');
  });

  it('tells when the server ends by itself', async () => {
    const dies = await ServerProcess.start(
      server('console.log("ready"); setTimeout(() => process.exit(9), 50)'),
      10_000,
    );
    await expect(dies.ended).resolves.toBe('ended with code 9');
    expect(dies.stopping).toBe(false);
  });
});
