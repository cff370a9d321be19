import type { Dispatcher, ProxyAgent } from 'undici';
import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/message.ts';
import {
  type HttpTransportOptions,
  longestResponse,
  singleHeaders,
  trustedCertificates,
} from './http-transport.ts';
import { diagnose, NetworkError, type NetworkErrorKind, timedOut, tooLong } from './network-error.ts';

/** A proxy that requests go through. Its credentials are in `authorization` alone: no message shows that. */
export interface HttpProxy {
  /** Scheme, host and port: `http://proxy.example:8080`. */
  readonly origin: string;
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string;
  /** The environment variable that named it. */
  readonly source: string;
}

export interface ProxyTransportOptions extends HttpTransportOptions {
  readonly proxy: HttpProxy;
}

/**
 * Sends requests through a proxy: https by a tunnel that the proxy cannot look into, http by asking the proxy.
 * undici is loaded with the first of them.
 */
export function proxyTransport(options: ProxyTransportOptions): Transport {
  let agent: Promise<ProxyAgent> | undefined;
  return async (request) => {
    agent ??= openAgent(options);
    return exchange(await agent, request, options);
  };
}

async function openAgent({ origin, proxy, extraAuthorities }: ProxyTransportOptions): Promise<ProxyAgent> {
  await skipOptimising();
  const { ProxyAgent } = await import('undici');
  const tls = await trustedCertificates(extraAuthorities);
  return new ProxyAgent({
    uri: proxy.origin,
    proxyTunnel: origin.startsWith('https:'),
    ...(proxy.authorization !== undefined && { token: proxy.authorization }),
    requestTls: tls,
    proxyTls: tls,
  });
}

/**
 * Node 20 would wait at exit, 100 ms, until undici's HTTP parser in WebAssembly is optimised
 * (.github/CONTRIBUTING.md "What things cost").
 */
async function skipOptimising(): Promise<void> {
  if (!process.version.startsWith('v20.')) return;
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
}

async function exchange(
  agent: ProxyAgent,
  request: HttpRequest,
  { origin, proxy, timeoutMs, maxResponseBytes = longestResponse }: ProxyTransportOptions,
): Promise<HttpResponse> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const response = await agent.request({
      origin,
      path: request.target,
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers,
      body: request.body ?? null,
      signal: limit.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      status: response.statusCode,
      headers: singleHeaders(response.headers),
      body: await readText(response.body, () => tooLong(origin, maxResponseBytes), maxResponseBytes),
    };
  } catch (error) {
    if (limit.signal.aborted) throw timedOut(origin, timeoutMs / 1000, true);
    throw diagnoseProxy(error, origin, proxy) ?? diagnose(error, origin, true);
  } finally {
    clearTimeout(timer);
  }
}

async function readText(body: AsyncIterable<Buffer>, refuse: () => Error, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw refuse();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * What a failure on the way to or at the proxy means; undefined for one behind it. None of these requests has
 * reached the service.
 */
function diagnoseProxy(
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
