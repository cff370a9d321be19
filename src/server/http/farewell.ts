import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that sends nothing more may take to read why its connection ends, in milliseconds. */
const patience = 1_000;

/** How much of what is not wanted is still read, in bytes. */
const maxDrainedBytes = 8 * 1024 * 1024;

/**
 * Ends a connection so that its last answer arrives. Closed at once, with bytes unread, it would be reset, and the
 * answer be lost with it (RFC 9112 section 9.6): what the client still sends is read and dropped for a while.
 * @param request the one whose body is still arriving
 */
export function sayFarewell(socket: Socket, request?: IncomingMessage): void {
  let timer: NodeJS.Timeout | undefined;
  // From when the answer is on its way: a long one may take its time.
  socket.end(() => {
    if (!socket.destroyed) timer = setTimeout(() => socket.destroy(), patience);
  });
  socket.once('close', () => clearTimeout(timer));
  let drained = 0;
  request?.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > maxDrainedBytes) socket.destroy();
    else timer?.refresh();
  });
}
