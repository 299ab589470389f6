import { err, parseUrl, type Result } from '@vance/kernel';
import type { AllowedHosts } from './allowed-hosts';
import { judgeUrl, type EgressFault } from './judge-url';

/** Headers that say nothing of who asks: all that goes along to another origin. */
const IMPERSONAL: ReadonlySet<string> = new Set([
  ...['accept', 'accept-language', 'content-type', 'content-encoding', 'user-agent'],
]);

/** A request as it is sent: what a redirect changes. */
export interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent: none. */
  readonly body?: string | Uint8Array;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** True for a status that asks to go elsewhere. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** Where a redirect leads, judged like any address; never from https to http. */
export function judgeRedirect(
  from: URL,
  location: string,
  allowed: AllowedHosts,
): Result<URL, EgressFault> {
  if (parseUrl(location, from.href) === undefined) return err('redirects to nowhere');
  const target = new URL(location, from);
  const judged = judgeUrl(target.href, allowed);
  if (!judged.ok) return err(`redirects to an address that ${judged.error}`);
  const weaker = from.protocol === 'https:' && target.protocol !== 'https:';
  return weaker ? err('redirects from https to http') : judged;
}

/** What is sent to `target` when `status` said so: as the fetch standard has it, and no key to another origin. */
export function redirected(sent: Sent, status: number, target: URL): Sent {
  const asGet =
    (status === 303 && sent.method !== 'HEAD') || (status < 303 && sent.method === 'POST');
  const { body, ...rest } = sent;
  const headers = sent.headers.filter(
    ([name]) =>
      (target.origin === sent.url.origin || IMPERSONAL.has(name)) &&
      !(asGet && name.startsWith('content-')),
  );
  return asGet
    ? { url: target, method: 'GET', headers }
    : { ...rest, url: target, headers, ...(body === undefined ? {} : { body }) };
}
