import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { httpTransport } from '../../src/client/transport/http-transport.ts';
import { NetworkError } from '../../src/client/transport/network-error.ts';
import { recordingService } from './recording-service.ts';

const request = { method: 'GET', target: '/endpoints', headers: {} };

/** A TCP server that does to each connection what the test says. */
async function socketService(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    handle(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failure(origin: string, options = {}): Promise<NetworkError> {
  const error = await httpTransport({ origin, timeoutMs: 2000, ...options })(request).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NetworkError);
  return error as NetworkError;
}

it('says that nothing listens there', async () => {
  const error = await failure('http://127.0.0.1:1');
  expect(error).toMatchObject({
    kind: 'refused',
    message: 'cannot reach http://127.0.0.1:1: connection refused',
  });
});

it('says that the host has no address', async () => {
  const error = await failure('http://nowhere.invalid');
  expect(error).toMatchObject({
    kind: 'dns',
    message: 'cannot reach http://nowhere.invalid: the host name is not known',
  });
});

it('gives up on an answer that does not come, and on one that does not end', async () => {
  const silent = await socketService(() => {});
  const endless = await socketService((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
  );
  for (const address of [silent, endless]) {
    const error = await failure(`http://${address}`, { timeoutMs: 100 });
    expect(error).toMatchObject({
      kind: 'timeout',
      message: `cannot reach http://${address}: no complete answer within 0.1 s`,
    });
  }
});

it('says that the connection broke', async () => {
  const atOnce = await socketService((socket) => socket.once('data', () => socket.resetAndDestroy()));
  const midway = await socketService((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')),
  );
  for (const address of [atOnce, midway])
    expect(await failure(`http://${address}`)).toMatchObject({ kind: 'reset' });
});

it('says that TLS or HTTP is not spoken there', async () => {
  const plain = await recordingService({});
  expect(await failure(plain.baseUrl.replace('http:', 'https:'))).toMatchObject({ kind: 'tls' });
  const ssh = await socketService((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'));
  expect(await failure(`http://${ssh}`)).toMatchObject({ kind: 'protocol' });
});

it('takes no answer that is longer than it can hold', async () => {
  const { baseUrl } = await recordingService({ body: 'x'.repeat(2000) });
  expect(await failure(baseUrl, { maxResponseBytes: 1000 })).toMatchObject({
    kind: 'size',
    message: `the answer of ${baseUrl} is longer than 1000 bytes`,
  });
});

it('repeats a GET on a kept connection that the service had closed', async () => {
  let connections = 0;
  const address = await socketService((socket) => {
    connections += 1;
    let requests = 0;
    socket.on('data', () => {
      requests += 1;
      if (connections === 1 && requests === 2) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const transport = httpTransport({ origin: `http://${address}`, timeoutMs: 2000 });
  await transport(request);
  expect(await transport(request)).toMatchObject({ status: 200, body: '{}' });
  expect(connections).toBe(2);
});

it('uses one connection for requests that follow each other', async () => {
  let connections = 0;
  const address = await socketService((socket) => {
    connections += 1;
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
  });
  const transport = httpTransport({ origin: `http://${address}`, timeoutMs: 2000 });
  for (let i = 0; i < 3; i++) await transport(request);
  expect(connections).toBe(1);
});
