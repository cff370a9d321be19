import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/contract/index.ts';
import {
  baseUrl,
  expectRefusal,
  type Json,
  startService,
  type TestService,
} from '../../harness/test-service.ts';

/** Creates API keys, one after the other, beside the two that every service of the tests has. */
async function addKeys(test: TestService, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await test.create('/api_keys')).id);
  return ids;
}

const idsOf = (page: Json) => (page.keys as { id: string }[]).map(({ id }) => id);

/** All pages from the first one on, by their next_page_uri. */
async function walk(test: TestService, target: string): Promise<Json[]> {
  const pages: Json[] = [];
  for (let next: unknown = target; next !== null; ) {
    const page = await test.get(String(next).replace(baseUrl, ''));
    pages.push(page);
    next = page.next_page_uri;
  }
  return pages;
}

describe('a list', () => {
  it.each(catalogue.filter(({ operation }) => operation.list?.paged && !operation.path.includes('{')))(
    '$name is empty, has a URI and no next page in a fresh account',
    async ({ operation }) => {
      const test = await startService();
      const { collection = '' } = operation.list ?? {};
      const page = await test.get(operation.path);
      expect(Object.keys(page)).toEqual([collection, 'uri', 'next_page_uri']);
      expect(page).toMatchObject({ uri: `${baseUrl}${operation.path}`, next_page_uri: null });
      if (collection !== 'keys') expect(page[collection]).toEqual([]);
    },
  );

  it('is newest first, also among records of the same moment', async () => {
    const test = await startService();
    const sameMoment = await addKeys(test, 5);
    test.clock.now += 60_000;
    const later = await test.create('/api_keys');
    const page = await test.get('/api_keys');
    expect(idsOf(page)).toEqual([later.id, ...sameMoment.reverse(), test.member.keyId, test.admin.keyId]);
  });

  it('stays in the order of creation when the clock goes back', async () => {
    const test = await startService();
    const first = await test.create('/api_keys');
    test.clock.now -= 3_600_000;
    const second = await test.create('/api_keys');
    expect(idsOf(await test.get('/api_keys?limit=2'))).toEqual([second.id, first.id]);
  });

  it('comes in pages of 100 unless fewer are asked for', async () => {
    const test = await startService();
    await addKeys(test, 99);
    const pages = await walk(test, '/api_keys');
    expect(pages.map((page) => idsOf(page).length)).toEqual([100, 1]);
    expect(pages[0]?.next_page_uri).toBe(
      `${baseUrl}/api_keys?before_id=${idsOf(pages[0] ?? {}).at(-1)}&limit=100`,
    );
    expect(pages[1]?.next_page_uri).toBeNull();
  });

  it.each([1, 2, 3, 7, 22, 23, 24])(
    'in pages of %i has every record exactly once, in order',
    async (limit) => {
      const test = await startService();
      const made = await addKeys(test, 21);
      const all = [...made.reverse(), test.member.keyId, test.admin.keyId];
      const pages = await walk(test, `/api_keys?limit=${limit}`);
      expect(pages.flatMap(idsOf)).toEqual(all);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
      for (const page of pages) expect(page.uri).toBe(`${baseUrl}/api_keys`);
    },
  );

  it('goes on behind a record that was deleted, or never was', async () => {
    const test = await startService();
    const [oldest, middle, newest] = (await addKeys(test, 3)) as [string, string, string];
    await test.call('DELETE', `/api_keys/${middle}`);
    expect(idsOf(await test.get(`/api_keys?before_id=${middle}`))[0]).toBe(oldest);
    expect(idsOf(await test.get(`/api_keys?before_id=ak_${'z'.repeat(27)}`))[0]).toBe(newest);
    expect(await test.get(`/api_keys?before_id=ak_${'0'.repeat(27)}`)).toMatchObject({
      keys: [],
      next_page_uri: null,
    });
  });

  it('is not disturbed by records that come while it is read', async () => {
    const test = await startService();
    const made = await addKeys(test, 4);
    const first = await test.get('/api_keys?limit=2');
    await addKeys(test, 3);
    const rest = await walk(test, String(first.next_page_uri).replace(baseUrl, ''));
    expect([...idsOf(first), ...rest.flatMap(idsOf)]).toEqual([
      ...made.reverse(),
      test.member.keyId,
      test.admin.keyId,
    ]);
  });

  it.each(['0', '101', '1000', '-1', '1.5', '1e1', '', 'all', '0x10', ' 5', '٣'])(
    'is refused with the limit %j',
    async (limit) => {
      const test = await startService();
      await expectRefusal(test, ['GET', `/api_keys?limit=${encodeURIComponent(limit)}`], {
        code: 'ERR_INVALID_QUERY',
        field: 'limit',
        msg: 'limit must be a whole number from 1 to 100, not',
      });
    },
  );

  it.each([
    '',
    'ak_',
    `ep_${'0'.repeat(27)}`,
    `ak_${'0'.repeat(26)}`,
    `ak_${'0'.repeat(28)}`,
    `ak_${'-'.repeat(27)}`,
  ])('is refused with the before_id %j', async (id) => {
    const test = await startService();
    await expectRefusal(test, ['GET', `/api_keys?before_id=${id}`], {
      code: 'ERR_INVALID_QUERY',
      field: 'before_id',
      msg: 'is not an id of this list; ids look like ak_…',
    });
  });

  it('of bound endpoints takes ids of endpoints', async () => {
    const test = await startService();
    const { id } = await test.create('/kubernetes_operators');
    const target = `/kubernetes_operators/${id}/bound_endpoints`;
    expect(await test.get(`${target}?before_id=ep_${'0'.repeat(27)}`)).toEqual({
      endpoints: [],
      uri: `${baseUrl}${target}`,
      next_page_uri: null,
    });
    await expectRefusal(test, ['GET', `${target}?before_id=${id}`], {
      code: 'ERR_INVALID_QUERY',
      field: 'before_id',
    });
  });
});
