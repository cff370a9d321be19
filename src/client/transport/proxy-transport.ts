import type { Dispatcher, ProxyAgent } from 'undici';
import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/message.ts';
import { trustedCertificates } from './certificate-authorities.ts';
import { type HttpTransportOptions, longestResponse } from './http-transport.ts';
import { diagnose, timedOut, tooLong } from './network-error.ts';
import type { HttpProxy } from './proxy.ts';
import { explainProxy } from './proxy-error.ts';

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

/** Node 20 would wait at exit, 100 ms, until undici's HTTP parser in WebAssembly is optimised (.github/CONTRIBUTING.md "What things cost"). */
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
      headers: flatten(response.headers),
      body: await readText(response.body, () => tooLong(origin, maxResponseBytes), maxResponseBytes),
    };
  } catch (error) {
    if (limit.signal.aborted) throw timedOut(origin, timeoutMs / 1000, true);
    throw explainProxy(error, origin, proxy) ?? diagnose(error, origin, true);
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

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
