import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';

/** A request as it came. */
export interface ForwardedRequest {
  readonly method: string;
  readonly target: string;
  /** Parsed; undefined where there was none. */
  readonly body: unknown;
}

/** Stands before a service, hands every request on to it and notes what it was. */
export interface RecordingForwarder {
  readonly url: string;
  /** In the order in which they came. */
  readonly requests: ForwardedRequest[];
  /** From now on the service is asked for another object, which it does not have, in the place of this one. */
  remove(target: string): void;
  /** What was removed is there again, and no request was made. */
  forget(): void;
  close(): Promise<void>;
}

/** @param upstream the address of the service, without a slash at its end */
export async function recordingForwarder(upstream: string): Promise<RecordingForwarder> {
  const requests: ForwardedRequest[] = [];
  const removed = new Set<string>();
  const server = createServer(async (message, response) => {
    const { method = '', url: target = '' } = message;
    const headers = { ...message.headers, host: new URL(upstream).host };
    const bytes = Buffer.concat(await message.toArray());
    const body = bytes.length === 0 ? undefined : await json(Readable.from([bytes]));
    requests.push({ method, target, body });
    const asked = removed.has(target) ? target.replace(/.$/, (last) => (last === '1' ? '2' : '1')) : target;
    const forwarded = request(upstream + asked, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    // Whoever breaks off, the other side learns of it.
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    forwarded.end(bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    remove: (target) => removed.add(target),
    forget() {
      removed.clear();
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
