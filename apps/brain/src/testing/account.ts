import request from 'supertest';
import { Documented } from './documented';
import { TestSocket } from './test-socket';

/** What a REST call answered. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read what came
}

/** A signed-in account at one brain. */
export class Account {
  private readonly sockets: TestSocket[] = [];

  constructor(
    readonly url: string,
    readonly tenant: string,
    readonly token: string,
  ) {}

  static async signIn(
    url: string,
    credentials: { tenant: string; username: string; password: string },
  ): Promise<Account> {
    const { body } = await request(url).post('/api/v1/auth/token').send(credentials).expect(200);
    return new Account(url, credentials.tenant, body.accessToken);
  }

  /** The same account, seen from another brain. */
  at(url: string): Account {
    return new Account(url, this.tenant, this.token);
  }

  /** @throws where the answer is none that the server's OpenAPI document tells of */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined || typeof body === 'string'
          ? {}
          : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const answer: Answer = {
      status: response.status,
      type,
      headers: Object.fromEntries(response.headers),
      text,
      body: type.includes('json') ? JSON.parse(text) : undefined,
    };
    const fault = (await Documented.at(this.url)).fault(method, path, answer);
    if (fault !== undefined) throw new Error(fault);
    return answer;
  }

  async project(name: string): Promise<string> {
    await this.call('POST', '/api/v1/projects', { name });
    return name;
  }

  async member(username: string): Promise<Account> {
    const password = `password of ${username}`;
    await this.call('POST', '/api/v1/users', { username, password, roles: ['member'] });
    return Account.signIn(this.url, { tenant: this.tenant, username, password });
  }

  async connect(auth: Readonly<Record<string, unknown>> = {}): Promise<TestSocket> {
    const socket = await TestSocket.open(this.url, {
      token: this.token,
      protocolVersion: 1,
      ...auth,
    });
    this.sockets.push(socket);
    return socket;
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }
}
