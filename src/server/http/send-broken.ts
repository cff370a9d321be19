import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../../contract/http/message.ts';

/**
 * Does to an answer what was asked for: nothing of it and the end of the connection, or its head and half of its body
 * and then silence. An answer without a body never comes.
 */
export function sendBroken(
  { status, headers, body, disturbance }: HttpResponse,
  response: ServerResponse,
): void {
  if (disturbance === 'drop') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  if (bytes.length === 0) return;
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
}
