import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Answer } from './recording-service.ts';

/** What the service does to one request: answers it, breaks the connection after reading it, or never answers. */
export type Step = Answer | 'reset' | 'silence';

/** A real HTTP server that plays a script, a step a request; the last one again and again. It ends with the test. */
export async function scriptedService(...script: readonly Step[]) {
  const requests: { method: string; target: string; body: string }[] = [];
  const server = createServer(async (message, response) => {
    const body = await readAll(message);
    const step = script[Math.min(requests.length, script.length - 1)] ?? {};
    requests.push({ method: message.method ?? '', target: message.url ?? '', body });
    if (step === 'reset') return message.socket.resetAndDestroy();
    if (step === 'silence') return;
    const text = step.body === undefined ? '' : JSON.stringify(step.body);
    response
      .writeHead(step.status ?? 200, { 'content-type': 'application/json', ...step.headers })
      .end(typeof step.body === 'string' ? step.body : text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, port, requests };
}

async function readAll(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
