import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Agent, fetch as undiciFetch, type Response as UndiciResponse } from 'undici';
import { DomainError, parseUrl } from '@vance/kernel';
import { AllowedHosts } from './core/allowed-hosts';
import { bare, hostAndPort, judgeUrl } from './core/judge-url';
import { isAddress } from './core/public-address';
import { isRedirect, judgeRedirect, redirected, type Sent } from './core/redirect';
import { egressRefused } from './egress-refused';
import { guardedConnector } from './guarded-connector';
import { NameJudge, type Resolver } from './name-judge';
import { sentOf } from './sent-of';

const MAX_REDIRECTS = 5;
/** To the first byte of an answer, and between two of its bytes. */
const SILENCE_MS = 300_000;

/** What the platform's own configuration says of the way out. */
export interface EgressOptions {
  /** Hosts (`host` or `host:port`) that may be private, and plain http. */
  readonly allow: readonly string[];
  /** Replaces the machine's resolver in tests. */
  readonly resolve?: Resolver;
}

/**
 * The way out to addresses that tenants and models name (4.5): https to public addresses, and what the platform's
 * own configuration allows beside. Addresses of the platform's own configuration need not go this way.
 */
@Injectable()
export class Egress implements OnModuleDestroy {
  private readonly allowed: AllowedHosts;
  private readonly names: NameJudge;
  private readonly agent: Agent;

  constructor(options: EgressOptions) {
    this.allowed = new AllowedHosts(options.allow);
    this.names = new NameJudge(options.resolve);
    this.agent = new Agent({
      connect: guardedConnector(this.allowed, this.names),
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
    });
  }

  /**
   * The address, judged as text: https (for allowed hosts http too), no user in it, a public host, port 443 or from
   * 1024 up. No name is resolved.
   * @throws DomainError EGRESS_REFUSED (422) that says what is right
   */
  check(text: string): URL {
    const judged = judgeUrl(text, this.allowed);
    if (judged.ok) return judged.value;
    throw egressRefused(hostOf(text), judged.error);
  }

  /**
   * `check`, and what its name resolves to now: for the moment an address is saved. Connecting judges again.
   * @throws DomainError EGRESS_REFUSED (422)
   */
  async verify(text: string): Promise<URL> {
    const url = this.check(text);
    const host = bare(url.hostname);
    if (!this.allowed.has(hostAndPort(url)) && !isAddress(host))
      await this.names.publicAddresses(host);
    return url;
  }

  /**
   * `fetch` that judges every address it connects to and uses no other. Follows at most five redirects, each judged;
   * another origin gets no header that tells who asks; never from https to http. Bodies are text or bytes, since they
   * may have to be sent again. Rejects with a DomainError EGRESS_REFUSED for what may not be asked, else as fetch does.
   */
  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    let sent = await sentOf(input, init, (text) => this.check(text));
    const { redirect = 'follow', signal } = init;
    for (let followed = 0; ; followed += 1) {
      const response = await this.send(sent, signal ?? signalOf(input));
      const location = response.headers.get('location');
      if (redirect === 'manual' || location === null || !isRedirect(response.status))
        return responseOf(response);
      await response.body?.cancel();
      const most = redirect === 'error' ? 0 : MAX_REDIRECTS;
      if (followed === most)
        throw egressRefused(sent.url.hostname, `redirects more than ${most} times`);
      const target = judgeRedirect(sent.url, location, this.allowed);
      if (!target.ok) throw egressRefused(sent.url.hostname, target.error);
      sent = redirected(sent, response.status, target.value);
    }
  };

  async onModuleDestroy(): Promise<void> {
    await this.agent.destroy();
  }

  private async send(sent: Sent, signal: AbortSignal | null): Promise<UndiciResponse> {
    const { url, method, headers, body } = sent;
    try {
      return await undiciFetch(url, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        body: body ?? null,
        redirect: 'manual',
        dispatcher: this.agent,
        ...(signal === null ? {} : { signal }),
      });
    } catch (error) {
      throw refusalIn(error) ?? error;
    }
  }
}

/** undici wraps what the connector said. */
function refusalIn(error: unknown): DomainError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DomainError) return cause;
  return null;
}

function signalOf(input: string | URL | Request): AbortSignal | null {
  return input instanceof Request ? input.signal : null;
}

function hostOf(text: string): string {
  return parseUrl(text)?.hostname.slice(0, 253) ?? '';
}

/** The same thing by the same standard; Node's types and undici's differ in name only. */
function responseOf(response: UndiciResponse): Response {
  const same: unknown = response;
  return same as Response;
}
