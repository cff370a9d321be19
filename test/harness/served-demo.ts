import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { applySeed } from '../../src/account/seed/apply.ts';
import { protocol } from '../../src/contract/http/protocol.ts';
import { type MovedClock, movedClock } from '../client/moved-clock.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { openTestService } from './test-service.ts';

export interface ServedDemo {
  /** What makes a command call it. */
  readonly env: { readonly TUNNELCTL_BASE_URL: string; readonly TUNNELCTL_API_KEY: string };
  /** The time of the service, which a command that waits moves. */
  readonly clock: MovedClock;
  /** `POST /endpoints` and so on, in the order in which they came. */
  readonly requests: string[];
  /** Runs an operation at the service itself. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/**
 * The real service with the demo account behind a socket, with a clock that moves when a command waits.
 * @param before told of each request before it is answered
 */
export async function servedDemo(before?: (request: string) => Promise<void> | void): Promise<ServedDemo> {
  const clock = movedClock();
  const time = {
    get now() {
      return clock.now();
    },
  };
  const test = await openTestService(join(temporaryDirectory(), 'sandbox.db'), time as { now: number });
  onTestFinished(test.service.close);
  await applySeed(test.service, 'demo');
  const requests: string[] = [];
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const { method = '', url: target = '' } = message;
    await before?.(`${method} ${target}`);
    requests.push(`${method} ${target}`);
    const headers = message.headers as Record<string, string>;
    const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
    const answer = await test.app({ method, target, headers, body });
    const date = new Date(clock.now()).toUTCString();
    response.writeHead(answer.status, { date, ...answer.headers }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: test.admin.token };
  return {
    env,
    clock,
    requests,
    async call(method, target, body) {
      const answer = await test.app({
        method,
        target,
        headers: {
          host: 'api.test',
          authorization: `Bearer ${test.admin.token}`,
          [protocol.versionHeader]: protocol.version,
          'content-type': protocol.jsonType,
        },
        body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      });
      return answer.body === '' ? {} : JSON.parse(answer.body);
    },
  };
}
