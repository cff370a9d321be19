import type { ServerResponse } from 'node:http';
import type { AppResponse } from '../app/app.ts';

/**
 * Injects a fault into an answer: nothing of it and the end of the connection, or its head and half of its body
 * and then silence. An answer without a body never comes.
 */
export function sendBroken(
  { status, headers, body, injectedFault }: AppResponse,
  response: ServerResponse,
): void {
  if (injectedFault === 'drop') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  if (bytes.length === 0) return;
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
}
