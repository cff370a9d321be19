import type { Client } from '../../client/client.ts';
import type { Streams } from '../streams.ts';

/**
 * The client, with a completion that knows: whatever may have changed the account, answered or not, drops what
 * completion remembers of it. Reading costs nothing.
 * @param service as `service-name.ts` calls it
 */
export function forgetOnWrite(client: Client, service: () => string, { env }: Streams): Client {
  const after = async <T>(method: string, result: Promise<T>): Promise<T> => {
    if (method === 'GET') return result;
    try {
      return await result;
    } finally {
      const { forgetAnswers } = await import('./answer-cache.ts');
      forgetAnswers(service(), env);
    }
  };
  return {
    ...client,
    send: (operation, parameters, ...body) =>
      after(operation.method, client.send(operation, parameters, ...body)),
    sendRaw: (request) => after(request.method, client.sendRaw(request)),
  };
}
