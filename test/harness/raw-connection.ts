import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection that the test writes HTTP to byte by byte; closed with the test. */
export function openConnection(port: number, bytes = ''): Socket {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => {});
  if (bytes !== '') socket.write(bytes, 'latin1');
  return socket;
}

/** Everything that comes over the connection until it is closed, in whatever way. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let content = '';
    socket.on('data', (data) => {
      content += data;
    });
    if (socket.closed) resolve(content);
    socket.on('close', () => resolve(content));
  });
}

/** What comes over the connection, once it has so many answers whole. */
export function readAnswers(socket: Socket, count = 1): Promise<string> {
  return new Promise((resolve) => {
    let content = '';
    const look = (data: Buffer) => {
      content += data;
      if (wholeAnswers(content) >= count) end();
    };
    const end = () => {
      socket.off('data', look).off('close', end);
      resolve(content);
    };
    socket.on('data', look).on('close', end);
  });
}

function wholeAnswers(content: string): number {
  let count = 0;
  for (let start = 0; ; count++) {
    const headEnd = content.indexOf('\r\n\r\n', start);
    if (headEnd < 0) return count;
    const length = /\r\ncontent-length: (\d+)/i.exec(content.slice(start, headEnd))?.[1] ?? 0;
    start = headEnd + 4 + Number(length);
    if (start > content.length) return count;
  }
}

export const statusesIn = (content: string) =>
  [...content.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
