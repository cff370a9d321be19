import { expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { resources } from '../../src/contract/index.ts';
import { recordingService } from './recording-service.ts';
import { apiKey, eventSource, page } from './records.ts';

const { apiKeys, eventSources } = resources;

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

it('gives all items of all pages, over one connection', async () => {
  const service = await recordingService(({ target }, baseUrl) => ({
    body: target.includes('before_id=ak_2')
      ? page('keys', [apiKey('ak_1')])
      : page('keys', [apiKey('ak_3'), apiKey('ak_2')], `${baseUrl}/api_keys?before_id=ak_2&limit=2`),
  }));
  const client = createClient({ baseUrl: service.baseUrl, apiKey: 'k' });
  const keys = await collect(client.listAll(apiKeys.operations.list, { limit: 2 }));
  expect(keys.map(({ id }) => id)).toEqual(['ak_3', 'ak_2', 'ak_1']);
  expect(service.requests.map(({ target }) => target)).toEqual([
    '/api_keys?limit=2',
    '/api_keys?before_id=ak_2&limit=2',
  ]);
});

it('asks for no page before it is wanted', async () => {
  const service = await recordingService(() => ({
    body: page('keys', [apiKey('ak_3')], 'https://api.example.com/api_keys?before_id=ak_3'),
  }));
  for await (const _ of createClient(service).listAll(apiKeys.operations.list, {})) break;
  expect(service.requests).toHaveLength(1);
});

it('sends the key to the base URL alone, wherever the next page is said to be', async () => {
  const thief = await recordingService({ body: page('keys', []) });
  const service = await recordingService(({ target }) => ({
    body: target.includes('before_id')
      ? page('keys', [])
      : page('keys', [], `${thief.baseUrl}/elsewhere?before_id=ak_2&limit=7&token=x`),
  }));
  await collect(createClient({ ...service, apiKey: 'secret' }).listAll(apiKeys.operations.list, {}));
  expect(thief.requests).toEqual([]);
  expect(service.requests[1]?.target).toBe('/api_keys?before_id=ak_2&limit=7');
});

it.each(['https://api.example.com/api_keys', '', 'https://api.example.com/api_keys?before_id=ak_2'])(
  'does not go in circles when the next page is %j again and again',
  async (nextPageUri) => {
    const service = await recordingService({ body: page('keys', [], nextPageUri) });
    await expect(collect(createClient(service).listAll(apiKeys.operations.list, {}))).rejects.toThrow(
      /^GET \/api_keys: next_page_uri .* leads nowhere/,
    );
    expect(service.requests.length).toBeLessThanOrEqual(2);
  },
);

it('gives a list that has no pages as well', async () => {
  const service = await recordingService({
    body: { sources: [eventSource('a_b.v0')], uri: 'https://x.example' },
  });
  const sources = createClient(service).listAll(eventSources.operations.list, { subscription_id: 'esb_1' });
  expect(await collect(sources)).toEqual([eventSource('a_b.v0')]);
  expect(service.requests[0]?.target).toBe('/event_subscriptions/esb_1/sources');
});
