import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { inspect } from 'node:util';
import { Egress } from './egress';
import type { Resolver } from './name-judge';

const PUBLIC: LookupAddress = { address: '93.184.216.34', family: 4 };
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };

const servers: Server[] = [];
const egresses: Egress[] = [];
let connections = 0;

beforeEach(() => {
  connections = 0;
});
afterEach(async () => {
  for (const egress of egresses.splice(0)) await egress.onModuleDestroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A real server on the loopback address; its port. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).on('connection', () => (connections += 1));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const echo: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
  });
};

const redirectTo =
  (location: (path: string) => string, status = 307): RequestListener =>
  (request, response) =>
    response.writeHead(status, { location: location(request.url ?? '') }).end();

function egressWith(allow: readonly string[], resolve?: Resolver): Egress {
  const egress = new Egress({ allow, ...(resolve === undefined ? {} : { resolve }) });
  egresses.push(egress);
  return egress;
}
const refused = (message: RegExp) => ({
  code: 'EGRESS_REFUSED',
  status: 422,
  message: expect.stringMatching(message),
});

/** Answers in turn, the last one for ever. */
function answering(
  ...answers: readonly (readonly LookupAddress[])[]
): jest.Mock<Promise<readonly LookupAddress[]>> {
  const left = [...answers];
  return jest.fn(async () => (left.length > 1 ? left.shift() : left[0]) ?? []);
}

describe('asking', () => {
  it('sends what fetch would send, to an allowed host', async () => {
    const port = await serve(echo);
    const egress = egressWith([`127.0.0.1:${port}`]);
    const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}/v1?a=b`;
    const asked = { method: 'POST', url: '/v1?a=b', headers, body: '{"a":"ü"}' };
    const init = { method: 'POST', headers, body: '{"a":"ü"}' };
    expect(await (await egress.fetch(url, init)).json()).toMatchObject(asked);
    expect(await (await egress.fetch(new Request(url, init))).json()).toMatchObject(asked);
  });

  it('refuses the others before anything is sent', async () => {
    const port = await serve(echo);
    const egress = egressWith([]);
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      for (const scheme of ['http', 'https'])
        await expect(egress.fetch(`${scheme}://${host}:${port}/`)).rejects.toMatchObject(
          refused(/https|public|private/),
        );
    expect(connections).toBe(0);
  });

  it('ends with the signal', async () => {
    const port = await serve(() => undefined);
    const egress = egressWith([`127.0.0.1:${port}`]);
    const stop = new AbortController();
    const asking = egress.fetch(`http://127.0.0.1:${port}/`, { signal: stop.signal });
    const reason = new Error('halted');
    stop.abort(reason);
    await expect(asking).rejects.toBe(reason);
  });

  it('takes no body that could not be sent again', async () => {
    const asking = egressWith([]).fetch('https://example.com/', {
      method: 'POST',
      body: new ReadableStream(),
    });
    await expect(asking).rejects.toThrow(TypeError);
  });
});

describe('names', () => {
  it.each<readonly [string, readonly LookupAddress[]]>([
    ['to a private address', [{ address: '10.0.0.1', family: 4 }]],
    ['to loopback', [LOOPBACK]],
    ['to IPv6 loopback', [{ address: '::1', family: 6 }]],
    ['to a mapped address', [{ address: '::ffff:10.0.0.1', family: 6 }]],
    ['to metadata', [{ address: '169.254.169.254', family: 4 }]],
    ['to a public and a private address', [PUBLIC, { address: '192.168.0.1', family: 4 }]],
    ['to a zone', [{ address: 'fe80::1%eth0', family: 6 }]],
    ['to nothing', []],
  ])('that resolve %s are refused when saved and when connecting', async (_, addresses) => {
    const egress = egressWith([], answering(addresses));
    expect(egress.check('https://models.example/').href).toBe('https://models.example/');
    const no = refused(/public internet|cannot be resolved/);
    await expect(egress.verify('https://models.example/')).rejects.toMatchObject(no);
    await expect(egress.fetch('https://models.example/')).rejects.toMatchObject(no);
  });

  it('that resolve to public addresses may be saved', async () => {
    const egress = egressWith([], answering([PUBLIC]));
    expect((await egress.verify('https://models.example/v1')).href).toBe(
      'https://models.example/v1',
    );
  });

  it('that change after they were saved are refused when connecting', async () => {
    const port = await serve(echo);
    const resolve = answering([PUBLIC], [LOOPBACK]);
    const egress = egressWith([], resolve);
    await egress.verify(`https://models.example:${port}/`);
    await expect(egress.fetch(`https://models.example:${port}/`)).rejects.toMatchObject(
      refused(/public internet/),
    );
    expect(connections).toBe(0);
  });

  it('are asked once for a connection, which goes to the very answer that was judged', async () => {
    const port = await serve(echo);
    const resolve = answering([LOOPBACK], [{ address: '127.0.0.2', family: 4 }]);
    const egress = egressWith([`models.example:${port}`], resolve);
    const response = await egress.fetch(`http://models.example:${port}/`);
    expect(await response.json()).toMatchObject({ headers: { host: `models.example:${port}` } });
    expect(resolve.mock.calls).toEqual([['models.example']]);
  });

  it('of an allowed host may be private, on its port only', async () => {
    const egress = egressWith(['models.internal:9000'], answering([LOOPBACK]));
    expect((await egress.verify('http://models.internal:9000/v1')).port).toBe('9000');
    await expect(egress.verify('https://models.internal:9001/v1')).rejects.toMatchObject(
      refused(/private network/),
    );
  });
});

describe('redirects', () => {
  it('are followed, without the key where the origin changes', async () => {
    const target = await serve(echo);
    const port = await serve(redirectTo((path) => `http://127.0.0.1:${target}${path}`));
    const egress = egressWith(['127.0.0.1']);
    const response = await egress.fetch(`http://127.0.0.1:${port}/v1`, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'x-goog-api-key': 'key', 'x-mine': 'mine' },
      body: 'question',
    });
    const seen = await response.text();
    expect(JSON.parse(seen)).toMatchObject({ method: 'POST', url: '/v1', body: 'question' });
    expect(seen).not.toMatch(/key|mine/);
  });

  it('to a private address are refused, and nothing is sent there', async () => {
    const target = await serve(echo);
    connections = 0;
    const port = await serve(redirectTo(() => `https://127.0.0.1:${target}/`));
    const egress = egressWith([`127.0.0.1:${port}`]);
    await expect(egress.fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject(
      refused(/redirects to an address that is not on the public internet/),
    );
    expect(connections).toBe(1);
  });

  it('end after the fifth', async () => {
    const hops = async (most: number) => {
      const port = await serve((request, response) => {
        const hop = Number(request.url?.slice(1));
        if (hop === most) response.end('there');
        else response.writeHead(302, { location: `/${hop + 1}` }).end();
      });
      return (await egressWith([`127.0.0.1:${port}`]).fetch(`http://127.0.0.1:${port}/0`)).text();
    };
    expect(await hops(5)).toBe('there');
    await expect(hops(6)).rejects.toMatchObject(refused(/more than 5 times/));
  });

  it('are left to who asks for it', async () => {
    const port = await serve(redirectTo(() => 'https://10.0.0.1/'));
    const egress = egressWith([`127.0.0.1:${port}`]);
    const url = `http://127.0.0.1:${port}/`;
    expect((await egress.fetch(url, { redirect: 'manual' })).status).toBe(307);
    await expect(egress.fetch(url, { redirect: 'error' })).rejects.toMatchObject(
      refused(/more than 0 times/),
    );
  });
});

it('a refusal tells the host, and nothing else of the address', async () => {
  const egress = egressWith([]);
  for (const url of ['https://canary:canary@10.0.0.1/', 'https://10.0.0.1/canary?key=canary']) {
    const refusal: unknown = await egress.verify(url).catch((error: unknown) => error);
    expect(refusal).toMatchObject(refused(/10\.0\.0\.1/));
    expect(inspect(refusal, { depth: 9 })).not.toContain('canary');
  }
});
