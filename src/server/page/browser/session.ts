// The API key, which stays in this tab, and the requests that carry it.

const keyName = 'tunnelctl-api-key';

/** The service's answer to a request that it does not do, in its words. */
export class Refused extends Error {}

export function readKey(): string | undefined {
  // A link from the terminal: what stands behind # is never sent to any server.
  const [, given] = /^#key=(\w+)$/.exec(location.hash) ?? [];
  if (given !== undefined) {
    keepKey(given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(keyName) || undefined;
}

export function keepKey(key: string): void {
  sessionStorage.setItem(keyName, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(keyName);
}

/**
 * Asks the service.
 * @returns the body, which the caller knows the type of
 * @throws Refused what the service refuses; whatever `fetch` throws where it does not answer
 */
export async function get<Body>(path: string, signal?: AbortSignal): Promise<Body> {
  const key = sessionStorage.getItem(keyName);
  const headers = { 'Service-Version': '2', ...(key && { Authorization: `Bearer ${key}` }) };
  const response = await fetch(path, {
    headers,
    ...(signal && { signal }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  });
  const body = await response.json();
  if (!response.ok) throw new Refused(body.msg || `status ${response.status}`);
  return body;
}
