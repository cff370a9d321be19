import type { Agent, ClientRequest } from 'node:http';
import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/message.ts';
import { diagnose, NetworkError, timedOut, tooLong } from './network-error.ts';

export interface HttpTransportOptions {
  /** Scheme, host and port; requests go nowhere else, and redirects are not followed. */
  readonly origin: string;
  /** For one attempt, from the look-up of the host to the end of the answer. */
  readonly timeoutMs: number;
  /** Longest response body in bytes; a page of 100 endpoints with the largest policies stays below 64 MiB. */
  readonly maxResponseBytes?: number;
  /** PEM certificates of authorities to trust besides those that this machine trusts. */
  readonly extraAuthorities?: string | undefined;
}

export const longestResponse = 64 * 1024 * 1024;

/** A kept connection that nobody used for this long may be closing at the other end, in milliseconds. */
const STALE_AFTER_MS = 2000;

/** Sends requests over node:http or node:https, keeping the connection for the next one. */
export function httpTransport(options: HttpTransportOptions): Transport {
  let agent: Agent | undefined;
  let module: typeof import('node:http') | typeof import('node:https') | undefined;
  let lastUse = 0;
  return async (request) => {
    // Loaded here and not above: neither `--version` nor a plain http base URL should pay for TLS.
    module ??= options.origin.startsWith('https:') ? await import('node:https') : await import('node:http');
    const http = module;
    const { method, headers } = request;
    const isRepeatable = method === 'GET' || method === 'PUT' || method === 'DELETE';
    // What must not be sent twice goes over no connection that may break before the service reads it.
    if (!isRepeatable && Date.now() - lastUse > STALE_AFTER_MS) agent = undefined;
    agent ??= new http.Agent({ keepAlive: true, ...(await trustedCertificates(options.extraAuthorities)) });
    const attempt = () => {
      const sent = http.request(options.origin + request.target, { method, headers, agent });
      return { sent, answer: exchange(sent, request, options) };
    };
    const { sent, answer } = attempt();
    try {
      return await answer;
    } catch (error) {
      // The service may close an idle connection at the very moment that we use it again.
      const wasStale = sent.reusedSocket && error instanceof NetworkError && error.kind === 'reset';
      if (!wasStale || method !== 'GET') throw error;
      return await attempt().answer;
    } finally {
      lastUse = Date.now();
    }
  };
}

function exchange(
  sent: ClientRequest,
  request: HttpRequest,
  { origin, timeoutMs, maxResponseBytes = longestResponse }: HttpTransportOptions,
): Promise<HttpResponse> {
  return new Promise<HttpResponse>((resolve, reject) => {
    // Node sends nothing before the connection is there, and TLS on it.
    let isConnected = false;
    const connected = origin.startsWith('https:') ? 'secureConnect' : 'connect';
    sent.once('socket', (socket) => {
      // A kept connection would gather one listener a request, each with the whole answer in its reach.
      if (sent.reusedSocket) return;
      socket.once(connected, () => {
        isConnected = true;
      });
    });
    const wasSent = () => isConnected || sent.reusedSocket;
    const timer = setTimeout(() => fail(timedOut(origin, timeoutMs / 1000, wasSent())), timeoutMs);
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(diagnose(error, origin, wasSent()));
      sent.destroy();
    };
    sent.on('error', fail);
    sent.on('response', (response) => {
      // A service may refuse a long body before it has read it all; from here on the answer decides.
      sent.off('error', fail).on('error', () => {});
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxResponseBytes) fail(tooLong(origin, maxResponseBytes));
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(timer);
        resolve({
          status: response.statusCode ?? 0,
          headers: singleHeaders(response.headers),
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.end(request.body);
  });
}

/** Headers as an HttpResponse has them; one that came several times is joined by commas (RFC 9110 section 5.2). */
export function singleHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/**
 * The `ca` of a TLS connection that trusts PEM certificates besides those of Node and of NODE_EXTRA_CA_CERTS; empty
 * where there are none, so that Node's own store is used, which costs nothing.
 */
export async function trustedCertificates(extraAuthorities: string | undefined): Promise<{ ca?: string[] }> {
  if (extraAuthorities === undefined) return {};
  const tls: typeof import('node:tls') & { getCACertificates?: (type: 'default') => string[] } = await import(
    'node:tls'
  );
  const known = tls.getCACertificates?.('default') ?? [...tls.rootCertificates, ...(await extraOfNode())];
  return { ca: [...known, extraAuthorities] };
}

/** What Node 20 does not tell: giving `ca` switches NODE_EXTRA_CA_CERTS off. */
async function extraOfNode(): Promise<string[]> {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return [];
  const { readFile, stat } = await import('node:fs/promises');
  // Node itself warns of a file that it cannot read, and goes on. What has no end is not begun.
  const read = async () => ((await stat(file)).isFile() ? [await readFile(file, 'utf8')] : []);
  return await read().catch(() => []);
}
