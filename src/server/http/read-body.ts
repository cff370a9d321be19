import type { IncomingMessage } from 'node:http';
import { protocol } from '../../contract/http/protocol.ts';

/** A request body that is too large is still read this far, so that the client gets to see the answer. */
const maxDrainedBytes = 8 * protocol.maxBodyBytes;

/** Whether a body follows the headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * The body, cut one byte above the limit at the earliest: that much the app needs to refuse it.
 * @param onPart told of the bytes that are kept
 */
export function readRequestBody(
  request: IncomingMessage,
  maxBytes: number,
  onPart: (bytes: number) => void,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      if (length <= maxBytes) {
        chunks.push(chunk);
        onPart(chunk.length);
      }
      length += chunk.length;
      if (length > maxDrainedBytes) request.destroy();
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('the client went away'));
    });
  });
}
