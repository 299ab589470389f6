import { createServer, type AddressInfo } from 'node:net';
import { choosePort, isPortFree, listenFault } from './ports';

describe('choosePort', () => {
  it('keeps the preferred port while it is free', async () => {
    const port = await choosePort();
    await expect(choosePort(port)).resolves.toBe(port);
  });

  it('takes another port when the preferred one is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const taken = (server.address() as AddressInfo).port;
    await expect(isPortFree(taken)).resolves.toBe(false);
    const chosen = await choosePort(taken);
    expect(chosen).not.toBe(taken);
    expect(chosen).toBeLessThan(32_768);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('listenFault', () => {
  it('tells a port in use from an address that this machine does not have', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(listenFault(port)).resolves.toBe('EADDRINUSE');
    await new Promise((resolve) => server.close(resolve));
    await expect(listenFault(port)).resolves.toBeUndefined();
    // An address for documentation, nobody's.
    await expect(listenFault(port, '203.0.113.7')).resolves.toBe('EADDRNOTAVAIL');
  });
});
