import { expect, it } from 'vitest';
import { recordingStore } from '../../src/account/events/event-log.ts';
import { handlersOf } from '../../src/account/index.ts';
import { RecordText } from '../../src/account/records/record-text.ts';
import { completeCatalogue } from '../../src/account/resources/catalogue.ts';
import { applySeed, importAccount } from '../../src/account/seed/apply.ts';
import { exportAccount } from '../../src/account/seed/export.ts';
import { seedListsOf } from '../../src/account/seed/lists.ts';
import { eventKindsOf } from '../../src/contract/events/event-types.ts';
import { type DocumentFormat, documentText } from '../../src/documents/write-document.ts';
import type { OpenService } from '../../src/hosting/open-service.ts';
import { withWidgets } from '../harness/invented-resource.ts';
import { startService, type TestService } from '../harness/test-service.ts';
import { freshFile } from './seed/seed-fixture.ts';

const catalogue = completeCatalogue(withWidgets);
const handlers = handlersOf(catalogue);
const lists = seedListsOf(catalogue);

/** Carries out an operation of widgets as the service would for its admin. */
async function run(test: TestService, verb: string, given: { id?: string; body?: object } = {}) {
  const { store, vault, now } = test.service;
  const { id: callerId, keyId } = test.admin;
  const kinds = eventKindsOf(withWidgets);
  const context = {
    store: recordingStore(store, { principalId: callerId, keyId }, now, kinds),
    vault,
    now,
    params: { id: given.id ?? '' },
    page: { limit: 10, before: undefined },
    body: given.body ?? {},
    callerId,
    account: async () => test.service.account,
  };
  const answer = await handlers.get(`widgets.${verb}`)?.(context);
  return parsed(answer) as Record<string, unknown>;
}

/** What a handler answered, its texts read. */
function parsed(answer: unknown): unknown {
  if (answer instanceof RecordText) return JSON.parse(answer.text);
  const { items } = (answer ?? {}) as { items?: unknown[] };
  return items ? { ...(answer as object), items: items.map(parsed) } : answer;
}

async function exported(service: OpenService, format: DocumentFormat, withSecrets: boolean): Promise<string> {
  const { store, vault } = service;
  return store.snapshot(async (snapshot) => {
    let text = '';
    const pieces = exportAccount({ snapshot, vault, withSecrets }, lists);
    for await (const part of documentText(pieces, format, { comments: [] })) text += part;
    return text;
  });
}

it('has the standard handlers', async () => {
  const test = await startService();
  const login = { user: 'me', password: 'Canary' };
  const made = await run(test, 'create', {
    body: { name: 'a', color: 'RED', expires_at: '2030-01-01T01:00:00+01:00', login },
  });
  const id = String(made.id);
  expect(made).toEqual({
    id: expect.stringMatching(/^wdg_\w{27}$/),
    uri: `/widgets/${id}`,
    created_at: '2026-11-21T08:00:00Z',
    updated_at: '2026-11-21T08:00:00Z',
    name: 'a',
    color: 'red',
    size: 3,
    is_public: true,
    tags: [],
    expires_at: '2030-01-01T00:00:00Z',
    login: { user: 'me', password: '<SECRET>' },
    description: '',
    owner_id: test.admin.id,
  });
  expect(JSON.stringify(test.rows())).not.toContain('Canary');
  expect(await run(test, 'get', { id })).toEqual(made);

  expect(await run(test, 'update', { id })).toEqual(made);
  test.clock.now += 5_000;
  const change = { size: 4, login: { user: 'you', password: '<SECRET>' } };
  const changed = await run(test, 'update', { id, body: change });
  expect(changed).toEqual({ ...made, ...change, updated_at: '2026-11-21T08:00:05Z' });
  expect(await run(test, 'list')).toEqual({ items: [changed], hasMore: false });
  expect(await exported(test.service, 'json', true)).toContain('"password": "Canary"');

  await run(test, 'delete', { id });
  await expect(run(test, 'get', { id })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  const log = await test.service.store.readLog({ after: 0, limit: 10 });
  expect(log.map(({ data }) => data.type)).toEqual([
    'widget_created.v0',
    'widget_updated.v0',
    'widget_deleted.v0',
  ]);
});

it('refuses an owner who may not be named, and a secret that is not known', async () => {
  const test = await startService();
  const unknown = run(test, 'create', { body: { name: 'a', owner_id: 'usr_x' } });
  await expect(unknown).rejects.toMatchObject({ code: 'ERR_INVALID_FIELD', field: 'owner_id' });
  const masked = run(test, 'create', { body: { name: 'a', login: { password: '<SECRET>' } } });
  await expect(masked).rejects.toMatchObject({ field: 'login.password' });
});

const policyId = 'ipp_3KHTkB6oJg5NIowPiOVzSJsUDm0';
const seed = `
widgets:
  - name: first
    created_at: 2025-01-02T03:04:05Z
    is_public: false
    tags: [x]
    policy_id: ${policyId}
    login: { password: Canary }
  - name: second
    id: wdg_3KHTkB6oJg5NIowPiOVzSJsUDm1
    color: Green
    size: 9
    description: two
ip_policies: [{ id: ${policyId} }]
`;

it('has a list in seeds, whose problems name their lines', async () => {
  const service = (await freshFile()).service;
  const apply = (text: string) => applySeed(service, { name: 'seed.yml', text }, lists);
  await expect(apply('widgets:\n  - name: a\n    size: 0')).rejects.toThrow(
    /^seed.yml:3: widgets\[0\].size must be at least 1$/,
  );
  await expect(apply('widgets:\n  - name: a\n    weight: 1')).rejects.toThrow(
    'seed.yml:3: widgets[0].weight: "weight" is not a member of widgets[0]; supported: name, color, ',
  );
  await expect(apply(seed.replace(/ip_policies.*/, ''))).rejects.toThrow(
    /^seed.yml:7: widgets\[0\].policy_id: "ipp_\w+" is neither in this seed nor in the account$/,
  );
  expect(await service.store.list('widgets', { limit: 5 })).toEqual([]);

  const report = await apply(seed);
  expect(report).toMatchObject({ added: { widgets: 2, ip_policies: 1 }, isTakenOver: true });
  const rows = await service.store.list('widgets', { limit: 5 });
  expect(rows.map(({ data }) => data.record)).toMatchObject([
    { name: 'second', color: 'green', size: 9, owner_id: service.account.adminId },
    { name: 'first', created_at: '2025-01-02T03:04:05Z', updated_at: '2025-01-02T03:04:05Z' },
  ]);
});

it.each(['yaml', 'json'] as const)('comes back from an export in %s as it was', async (format) => {
  const service = (await freshFile()).service;
  await applySeed(service, { name: 'seed.yml', text: seed }, lists);
  const text = await exported(service, format, true);
  expect(text).toContain('Canary');
  const other = (await freshFile()).service;
  await importAccount(other, { name: 'export', text }, lists);
  expect(await exported(other, format, true)).toBe(text);

  const [first, second] = JSON.parse(await exported(service, 'json', false)).widgets;
  const owner_id = service.account.adminId;
  const { id } = first;
  expect(first).toEqual({
    ...{ id, name: 'first', size: 3, is_public: false, tags: ['x'], policy_id: policyId },
    ...{ login: { password: '<SECRET>' }, owner_id },
  });
  expect(Object.keys(second)).toEqual([
    ...['id', 'description', 'name', 'color', 'size', 'is_public', 'owner_id'],
  ]);
  const open = (await freshFile()).service;
  const report = await importAccount(
    open,
    { name: 'export', text: await exported(service, 'json', false) },
    lists,
  );
  expect(report.warnings).toEqual([
    `login.password of ${id} is <SECRET> in the seed; give it again with tunnelctl widgets update ${id}`,
  ]);
});
