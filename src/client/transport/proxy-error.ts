import { NetworkError, type NetworkErrorKind } from './network-error.ts';
import type { HttpProxy } from './proxy.ts';

/**
 * What a failure on the way to or at the proxy means; undefined for one behind it. None of these requests has
 * reached the service.
 */
export function explainProxy(
  error: unknown,
  origin: string,
  { origin: proxy, source, authorization }: HttpProxy,
): NetworkError | undefined {
  if (error instanceof NetworkError) return undefined;
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  const fail = (kind: NetworkErrorKind, reason: string, remedy: string) =>
    new NetworkError(
      kind,
      {
        message: `cannot reach ${origin} through the proxy ${proxy}: ${reason}`,
        reason,
        remedy,
        wasSent: false,
      },
      // Not the error itself: undici's hold the options, and with them the proxy's credentials.
    );
  const status = Number(
    /^Proxy response \((\d{3})\)/.exec(message)?.[1] ?? (/\(407\)$/.test(message) ? 407 : 0),
  );
  if (status === 407) {
    const wanted =
      authorization === undefined ? 'it asks for a user and password' : 'it refuses the user or password';
    return fail('proxy', `${wanted} (407)`, `write them into ${source}, as http://user:password@host:port`);
  }
  if (status !== 0) {
    const remedy = `ask whoever runs the proxy to let you through, or name the host in NO_PROXY`;
    return fail('proxy', `it answered ${status}`, remedy);
  }
  const reason = connectProblems[code];
  if (reason === undefined) return undefined;
  const remedy = `check ${source}, and that the proxy runs there; NO_PROXY names hosts that need none`;
  return fail(code === 'ECONNREFUSED' ? 'refused' : 'proxy', `the proxy ${reason}`, remedy);
}

/** A tunnel's only connection is the one to the proxy, so these are about that. */
const connectProblems: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'has a host name that is not known',
  EAI_AGAIN: 'has a host name that cannot be looked up now',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer',
};
