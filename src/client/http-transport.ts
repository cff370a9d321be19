import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { HttpRequest, HttpResponse, Transport } from '../contract/message.ts';
import { diagnose, NetworkError, timedOut } from './network-error.ts';

export interface HttpTransportOptions {
  /** Scheme, host and port; requests go nowhere else, and redirects are not followed. */
  readonly origin: string;
  /** For one whole request, from the look-up of the host to the end of the answer. */
  readonly timeoutMs: number;
  /** Longest response body in bytes; a page of 100 endpoints with the largest policies stays below 64 MiB. */
  readonly maxResponseBytes?: number;
}

/** Sends requests over node:http or node:https, keeping the connection for the next one. */
export function httpTransport(options: HttpTransportOptions): Transport {
  let agent: Agent | undefined;
  return async (request) => {
    // Loaded here and not above: neither `--version` nor a plain http base URL should pay for TLS.
    const http = options.origin.startsWith('https:') ? await import('node:https') : await import('node:http');
    agent ??= new http.Agent({ keepAlive: true });
    const { method, headers } = request;
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
    }
  };
}

function exchange(
  sent: ClientRequest,
  request: HttpRequest,
  { origin, timeoutMs, maxResponseBytes = 64 * 1024 * 1024 }: HttpTransportOptions,
): Promise<HttpResponse> {
  return new Promise<HttpResponse>((resolve, reject) => {
    const timer = setTimeout(() => fail(timedOut(origin, timeoutMs / 1000)), timeoutMs);
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(diagnose(error, origin));
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
          headers: flatten(response.headers),
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.end(request.body);
  });
}

function tooLong(origin: string, limit: number): NetworkError {
  return new NetworkError(
    'size',
    `the answer of ${origin} is longer than ${limit} bytes`,
    'check the base URL; for a list, take smaller pages',
  );
}

function flatten(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
