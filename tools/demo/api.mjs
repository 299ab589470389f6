// The few REST calls of the demo.

async function ask(url, path, init = {}) {
  const response = await fetch(`${url}/api/v1${path}`, {
    ...init,
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  if (response.ok) return text;
  let detail = text.slice(0, 200);
  try {
    const problem = JSON.parse(text);
    detail = `${problem.code}: ${problem.detail}`;
  } catch {
    // Not a problem document: its beginning says enough.
  }
  throw new Error(`${init.method ?? 'GET'} ${path} was answered ${response.status} (${detail})`);
}

/** An access token of the account. */
export async function signIn(url, { tenant, username, password }) {
  const body = JSON.stringify({ tenant, username, password });
  const headers = { 'content-type': 'application/json' };
  const reply = await ask(url, '/auth/token', { method: 'POST', headers, body });
  return JSON.parse(reply).accessToken;
}

/** The text of a resource. */
export const rest = (url, token, path) =>
  ask(url, path, { headers: { authorization: `Bearer ${token}` } });
