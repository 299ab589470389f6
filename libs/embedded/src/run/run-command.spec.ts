import { runCommand } from './run-command';

const node = (script: string, limitMs = 10_000) =>
  runCommand(process.execPath, ['-e', script], limitMs);

describe('runCommand', () => {
  it('answers the output of a command that succeeds', async () => {
    await expect(node('console.log("v1")')).resolves.toEqual({
      ok: true,
      stdout: 'v1\n',
      reason: '',
    });
  });

  it('gives the last line of the error output as the reason', async () => {
    const result = await node('console.error("a\\nlibssl is missing"); process.exit(3)');
    expect(result).toMatchObject({ ok: false, reason: 'libssl is missing' });
  });

  it('tells a missing command, a silent failure, a signal and a hang apart', async () => {
    await expect(runCommand('no-such-command', [], 1000)).resolves.toMatchObject({
      reason: 'not found',
    });
    await expect(node('process.exit(3)')).resolves.toMatchObject({ reason: 'ended with 3' });
    const killed = await node('process.kill(process.pid, "SIGSEGV")');
    expect(killed.reason).toBe('killed by SIGSEGV');
    const hanging = await node('setInterval(() => {}, 1000)', 300);
    expect(hanging.reason).toBe('gave no answer within 0.3 s');
  });
});
