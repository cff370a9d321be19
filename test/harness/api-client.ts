import { Agent, request } from 'node:http';
import { onTestFinished } from 'vitest';

/** An answer of a served sandbox. */
export interface ServedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly body: any;
}

export type Call = (method: string, path: string, body?: object) => Promise<ServedAnswer>;

/** Calls a served sandbox over connections that stay open, `connections` of them at most. */
export function apiClient(url: string, token: string | null, connections = 1): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  onTestFinished(() => agent.destroy());
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'service-version': '2',
        ...(body && { 'content-type': 'application/json' }),
      };
      const sent = request(url + path, { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          if (!response.complete) reject(new Error('the answer was cut off'));
          else {
            const json = text === '' ? undefined : JSON.parse(text);
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: json });
          }
        });
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
}

/** A record of a list, in the members that tests look at. */
export interface ListedRecord {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly domain?: { readonly id: string };
}

/** All items of a list, page by page. */
export async function listAll(call: Call, path: string, collection: string): Promise<ListedRecord[]> {
  const items: ListedRecord[] = [];
  for (let next = path; ; ) {
    const { body } = await call('GET', next);
    items.push(...body[collection]);
    if (body.next_page_uri === null) return items;
    const { pathname, search } = new URL(body.next_page_uri);
    next = pathname + search;
  }
}
