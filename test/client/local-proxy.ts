import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LocalProxy {
  readonly origin: string;
  /** What it was asked for: `CONNECT api.example.com:443`, `GET http://api.example.com/endpoints`. */
  readonly asked: string[];
  /** `Proxy-Authorization` of each request. */
  readonly credentials: (string | undefined)[];
}

/** A real proxy that brings every request and every tunnel to one local port, whatever host they name. */
export async function localProxy(port: number, { wants }: { wants?: string } = {}): Promise<LocalProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((message, response) => {
    asked.push(`${message.method} ${message.url}`);
    credentials.push(message.headers['proxy-authorization']);
    const { pathname, search } = new URL(message.url ?? '');
    const { method, headers } = message;
    const onward = forward(
      { port, host: '127.0.0.1', method, path: pathname + search, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    message.pipe(onward.on('error', () => response.destroy()));
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (message, client: Socket, head: Buffer) => {
    asked.push(`CONNECT ${message.url}`);
    credentials.push(message.headers['proxy-authorization']);
    if (wants !== undefined && message.headers['proxy-authorization'] !== wants) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n');
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    sockets.add(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, credentials };
}
