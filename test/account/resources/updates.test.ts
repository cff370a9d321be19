import { describe, expect, it } from 'vitest';
import { listAuthorities } from '../../../src/account/resources/ssh-certificates/ssh-certificate-authorities.ts';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { catalogue } from '../../../src/contract/index.ts';
import type { ObjectSchema } from '../../../src/contract/schema/schema.ts';
import { expectRefusal, type Json, startService, type TestService } from '../../harness/test-service.ts';

const words = { description: 'before', metadata: 'before' };

/** What each PATCH is tried on: the path of a collection, and a body that creates a record there. */
const collections: Record<string, (test: TestService) => Promise<Json> | Json> = {
  endpoints: () => ({ url: 'https://app.example.com', ...words }),
  'ssh-credentials': () => ({ public_key: exampleKeys.ed25519, acl: ['*'], ...words }),
  'ssh-user-certificates': (test) => certificate(test),
  'ssh-host-certificates': (test) => certificate(test),
  'api-keys': () => words,
  'kubernetes-operators': () => ({
    enabled_features: ['bindings'],
    deployment: { name: 'a', namespace: 'b' },
    ...words,
  }),
  'event-destinations': () => ({
    target: { stream_target: { auth: { role: { role_resource_name: 'a' } }, stream_resource_name: 'b' } },
    ...words,
  }),
};

async function certificate({ service }: TestService): Promise<Json> {
  const [authority] = await listAuthorities(service.store);
  return { ssh_certificate_authority_id: authority?.id, public_key: exampleKeys.ed25519, ...words };
}

const updates = catalogue.filter(({ operation }) => operation.method === 'PATCH');
const ofRecords = updates.filter(({ resource }) => resource.name !== 'event-sources');

async function start({ resource, operation }: (typeof updates)[number]) {
  const test = await startService();
  const body = await collections[resource.name]?.(test);
  const made = await test.create(operation.path.replace('/{id}', ''), body);
  const target = operation.path.replace('{id}', made.id);
  const record = await test.get(target);
  return { test, target, record, update: (change: unknown) => test.call('PATCH', target, { body: change }) };
}

function membersOf(schema: ObjectSchema | undefined): [string, ObjectSchema][] {
  return Object.entries(schema?.properties ?? {}) as [string, ObjectSchema][];
}

/** Paths of all members of a body, also those inside others. */
function placesIn(schema: ObjectSchema | undefined, path: string[] = []): string[][] {
  return membersOf(schema).flatMap(([name, member]) => [
    [...path, name],
    ...placesIn(member, [...path, name]),
  ]);
}

/** What was read of a record, as far as the body of its update has it; null where the body may have it. */
function writable(schema: ObjectSchema | undefined, value: unknown): unknown {
  if (schema?.properties === undefined || typeof value !== 'object' || value === null) return value;
  const kept = membersOf(schema).flatMap(([name, member]) => {
    const inner = (value as Json)[name];
    const isRefused = inner === undefined || (inner === null && ![member.type].flat().includes('null'));
    return isRefused ? [] : [[name, writable(member, inner)]];
  });
  return Object.fromEntries(kept);
}

/** `{a: {b: value}}` for the path a, b. */
function nest(path: readonly string[], value: unknown): Json {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Json;
}

describe('an update', () => {
  it.each(ofRecords)('takes back what was read: $name', async (entry) => {
    const { record, update } = await start(entry);
    const { updated_at: _time, ...before } = record;
    const answer = await update(writable(entry.operation.body, record));
    expect(answer).toMatchObject({ status: 200, body: before });
  });

  it('is tried here for every PATCH of the API', () => {
    expect(ofRecords.map(({ resource }) => resource.name).sort()).toEqual(Object.keys(collections).sort());
    expect(updates).toHaveLength(ofRecords.length + 1);
  });
});

describe.each(ofRecords)('$name', (entry) => {
  const { operation, resource } = entry;

  it('with {} changes nothing and answers with the record', async () => {
    const { test, target, record, update } = await start(entry);
    test.clock.now += 60_000;
    const before = test.rows();
    const answer = await update({});
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual(record);
    expect(await test.get(target)).toEqual(record);
    expect(test.rows()).toEqual(before);
  });

  it('changes what is given, leaves what is not, and clears text with ""', async () => {
    const { test, target, record, update } = await start(entry);
    const changed = await update({ description: 'after' });
    expect(changed.body).toMatchObject({ ...record, description: 'after' });
    expect(await test.get(target)).toEqual(changed.body);
    expect((await update({ metadata: '' })).body).toMatchObject({
      ...record,
      description: 'after',
      metadata: '',
    });
    const cleared = await update({ description: '' });
    expect(cleared.body).toMatchObject({ ...record, description: '', metadata: '' });
    expect(await test.get(target)).toEqual(cleared.body);
  });

  it('refuses null for each member, wherever it is', async () => {
    const { test, target } = await start(entry);
    for (const path of placesIn(operation.body)) {
      const body = nest(path, null);
      const answer = await expectRefusal(test, ['PATCH', target, { body }], {
        code: 'ERR_INVALID_FIELD',
      }).catch(
        // Where the members around it lack others, those may be told first.
        () => expectRefusal(test, ['PATCH', target, { body }], { code: 'ERR_MISSING_FIELD' }),
      );
      expect(answer.body.details).toMatchObject({ field: expect.stringContaining(path[0] ?? '') });
    }
  });

  it('refuses a member that it does not know, naming those that it does', async () => {
    const { test, target } = await start(entry);
    const known = Object.keys(operation.body?.properties ?? {});
    await expectRefusal(test, ['PATCH', target, { body: { description: 'after', nickname: 'a' } }], {
      code: 'ERR_UNKNOWN_FIELD',
      field: 'nickname',
      msg: `"nickname" is not a member of the body; supported: ${known.join(', ')}`,
    });
  });

  it('refuses the members of the record that are not to be written', async () => {
    const { test, target, record } = await start(entry);
    const known = new Set(Object.keys(operation.body?.properties ?? {}));
    for (const [name, value] of Object.entries(record)) {
      if (known.has(name)) continue;
      await expectRefusal(test, ['PATCH', target, { body: { [name]: value } }], {
        code: 'ERR_UNKNOWN_FIELD',
        field: name,
      });
    }
  });

  it('refuses words that are too long, and stores none of the others', async () => {
    const { test, target } = await start(entry);
    for (const [name, most] of [
      ['description', 255],
      ['metadata', 4096],
    ] as const) {
      await expectRefusal(test, ['PATCH', target, { body: { ...words, [name]: 'é'.repeat(most / 2 + 1) } }], {
        code: 'ERR_INVALID_FIELD',
        field: name,
      });
    }
  });

  it('needs a body', async () => {
    const { test, target } = await start(entry);
    await expectRefusal(
      test,
      ['PATCH', target, { body: '', headers: { 'content-type': 'application/json' } }],
      {
        code: 'ERR_INVALID_JSON',
      },
    );
  });

  it('of a record that does not exist is not found', async () => {
    const { test } = await start(entry);
    const target = operation.path.replace('{id}', `${resource.idPrefix}_${'0'.repeat(27)}`);
    for (const body of [{}, { description: 'a' }]) {
      await expectRefusal(test, ['PATCH', target, { body }], { code: 'ERR_NOT_FOUND' });
    }
  });
});
