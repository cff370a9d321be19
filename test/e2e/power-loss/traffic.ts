import { expect } from 'vitest';
import type { Call } from '../../harness/api-client.ts';

/** A change that a client was told of, by the id of the operation that its answer names. */
export interface Acknowledged {
  readonly operationId: string;
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly id: string;
  /** The description, which no other change gives; empty after a delete. */
  readonly text: string;
}

export interface Traffic {
  /** Before all descriptions. */
  readonly name: string;
  readonly writers: number;
  /** Of each writer, one after the other. */
  readonly changes: number;
  readonly random: () => number;
}

/** Creates, changes and deletes endpoints and API keys of many sizes from several sides at once. */
export async function changeConcurrently(call: Call, traffic: Traffic): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const { name, writers, changes, random } = traffic;
  const change = async (
    verb: Acknowledged['verb'],
    [method, path, body]: [method: string, path: string, body?: { description: string }],
  ): Promise<string> => {
    const answer = await call(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(
      { created: 201, updated: 200, deleted: 204 }[verb],
    );
    const id: string = answer.body?.id ?? path.slice(path.lastIndexOf('/') + 1);
    const operationId = String(answer.headers['operation-id']);
    acknowledged.push({ operationId, verb, id, text: body?.description ?? '' });
    return id;
  };
  const write = async (writer: number) => {
    const own: string[] = [];
    for (let n = 0; n < changes; n++) {
      const path = own[Math.floor(random() * own.length)];
      const choice = random();
      const body = {
        description: `${name}-${writer}-${n}`,
        metadata: 'm'.repeat(Math.floor(random() * 3000)),
      };
      if (path === undefined || choice < 0.5) {
        const isEndpoint = random() < 0.8;
        const list = isEndpoint ? '/endpoints' : '/api_keys';
        const created = isEndpoint ? { ...body, url: `https://${body.description}.example.com` } : body;
        own.push(`${list}/${await change('created', ['POST', list, created])}`);
      } else if (choice < 0.8) await change('updated', ['PATCH', path, body]);
      else {
        await change('deleted', ['DELETE', path]);
        own.splice(own.indexOf(path), 1);
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return acknowledged;
}
