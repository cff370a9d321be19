import { describe, expect, it } from 'vitest';
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
      /^GET \/api_keys: next_page_uri .* leads (nowhere|back to a page that came before)/,
    );
    expect(service.requests.length).toBeLessThanOrEqual(2);
  },
);

describe('pages that go in circles', () => {
  const list = async (answer: Parameters<typeof recordingService>[0], before_id?: string) => {
    const service = await recordingService(answer);
    const seen: string[] = [];
    const pages = createClient(service).listAll(apiKeys.operations.list, {
      limit: 2,
      ...(before_id !== undefined && { before_id }),
    });
    const error = await (async () => {
      for await (const { id } of pages) seen.push(id);
    })().then(
      () => expect.unreachable(),
      (thrown: unknown) => thrown,
    );
    return { seen, error, asked: service.requests.length };
  };
  const positionIn = (target: string) =>
    Number(new URLSearchParams(target.split('?')[1]).get('before_id') ?? 0);

  it.each([1, 2, 3, 500])('are noticed before a page comes again: %i of them', async (length) => {
    const { seen, error, asked } = await list(({ target }, baseUrl) => {
      const position = positionIn(target);
      const next = (position % length) + 1;
      return { body: page('keys', [apiKey(`ak_${position}`)], `${baseUrl}/api_keys?before_id=${next}`) };
    });
    // The first page has no position; the circle is behind it.
    expect(seen).toEqual(Array.from({ length: length + 1 }, (_, i) => `ak_${i}`));
    expect(asked).toBe(length + 1);
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect((error as Error).message).toMatch(
      /^GET \/api_keys: next_page_uri .*before_id=1" leads back to a page that came before; the list so far is incomplete$/,
    );
  });

  it('are noticed where they lead back to the page that was begun with', async () => {
    const next = (baseUrl: string) => `${baseUrl}/api_keys?before_id=7`;
    const { asked } = await list(
      (_, baseUrl) => ({ body: page('keys', [apiKey('ak_1')], next(baseUrl)) }),
      '7',
    );
    expect(asked).toBe(1);
  });

  it('are noticed where the same records stand under new addresses, and are given once', async () => {
    const { seen, error, asked } = await list(({ target }, baseUrl) => {
      const position = positionIn(target);
      const records = [apiKey(`ak_${position % 3}`), apiKey('ak_x')];
      return { body: page('keys', records, `${baseUrl}/api_keys?before_id=${position + 1}`) };
    });
    expect(seen).toEqual(['ak_0', 'ak_x', 'ak_1', 'ak_x', 'ak_2', 'ak_x']);
    expect(asked).toBe(4);
    expect((error as Error).message).toBe(
      'GET /api_keys: another page begins as one before, so that its pages go in circles; the list so far is incomplete',
    );
  });

  it('are noticed where nothing stands on any of them', async () => {
    const { error, asked } = await list(({ target }, baseUrl) => ({
      body: page('keys', [], `${baseUrl}/api_keys?before_id=${positionIn(target) + 1}`),
    }));
    expect(asked).toBe(100);
    expect((error as Error).message).toContain('follows 100 pages with nothing on them');
  });

  it('are of no interest to whoever has enough before', async () => {
    const service = await recordingService({ body: page('keys', [apiKey('ak_1')], 'https://x.example') });
    for await (const { id } of createClient(service).listAll(apiKeys.operations.list, {})) {
      expect(id).toBe('ak_1');
      break;
    }
  });
});

it('gives a list that has no pages as well', async () => {
  const service = await recordingService({
    body: { sources: [eventSource('a_b.v0')], uri: 'https://x.example' },
  });
  const sources = createClient(service).listAll(eventSources.operations.list, { subscription_id: 'esb_1' });
  expect(await collect(sources)).toEqual([eventSource('a_b.v0')]);
  expect(service.requests[0]?.target).toBe('/event_subscriptions/esb_1/sources');
});
