import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it came over the socket. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed; undefined where there was none. */
  readonly body: unknown;
}

/** A canned answer: JSON unless `body` is a string. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface RecordingService {
  readonly baseUrl: string;
  readonly requests: RecordedRequest[];
}

/** A real HTTP server that notes what it is asked and answers what the test says. It ends with the test. */
export async function recordingService(
  answer: Answer | ((request: RecordedRequest, baseUrl: string) => Answer),
): Promise<RecordingService> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (message, response) => {
    const request = await record(message);
    requests.push(request);
    reply(response, typeof answer === 'function' ? answer(request, baseUrl) : answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl, requests };
}

async function record(message: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    headers: message.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

function reply(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
