import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { putSubscription } from '../../../src/account/events/event-subscriptions.ts';
import { eventDestinationCollection } from '../../../src/account/resources/event-subscriptions.ts';
import {
  baseUrl,
  expectRefusal,
  type Json,
  startService,
  type TestService,
} from '../../harness/test-service.ts';

const path = '/event_destinations';
const role = { role_resource_name: 'role/event-writer' };
const creds = { cloud_access_key_id: 'AK1', cloud_secret_access_key: 'hunter2-secret' };
const none = {
  stream_target: null,
  delivery_target: null,
  log_target: null,
  metrics_target: null,
  cloud_logs_target: null,
};
const metrics = { api_key: 'hunter2-key', ddtags: 'env:test', service: 'tunnels', ddsite: 'example.com' };
const cloudLogs = {
  tenant_id: 't',
  client_id: 'c',
  client_secret: 'hunter2-client',
  logs_ingestion_uri: 'https://logs.example.com',
  data_collection_rule_id: 'dcr-1',
  data_collection_stream_name: 'Custom-events',
};

/** Every kind of target, as it is given and as it is shown. */
const targets: [string, Json, Json][] = [
  [
    'a stream',
    { stream_target: { auth: { role }, stream_resource_name: 'stream/a' } },
    { stream_target: { auth: { role, creds: null }, stream_resource_name: 'stream/a' } },
  ],
  [
    'a delivery stream',
    { delivery_target: { auth: { creds }, delivery_stream_resource_name: 'delivery/a' } },
    {
      delivery_target: {
        auth: { role: null, creds: { ...creds, cloud_secret_access_key: '<SECRET>' } },
        delivery_stream_resource_name: 'delivery/a',
      },
    },
  ],
  [
    'a log group',
    { log_target: { auth: { role }, log_group_resource_name: 'log/a' } },
    { log_target: { auth: { role, creds: null }, log_group_resource_name: 'log/a' } },
  ],
  ['metrics', { metrics_target: metrics }, { metrics_target: { ...metrics, api_key: '<SECRET>' } }],
  [
    'cloud logs',
    { cloud_logs_target: cloudLogs },
    { cloud_logs_target: { ...cloudLogs, client_secret: '<SECRET>' } },
  ],
];

/** The secrets as the service would use them, by their place. */
async function secretsOf({ service }: TestService, id: string): Promise<Record<string, string>> {
  const row = await eventDestinationCollection.read(service.store, id);
  const sealed = Object.entries(row?.hidden.secrets ?? {});
  return Object.fromEntries(sealed.map(([place, text]) => [place, service.vault.open(text)]));
}

describe('an event destination', () => {
  it.each(targets)(
    'to %s shows its target with the other members null and no secret',
    async (_kind, given, shown) => {
      const test = await startService();
      const destination = await test.create(path, { target: given });
      expect(destination).toEqual({
        id: expect.stringMatching(/^ed_[0-9A-Za-z]{27}$/),
        uri: `${baseUrl}${path}/${destination.id}`,
        created_at: '2026-11-21T08:00:00Z',
        description: '',
        metadata: '',
        format: 'json',
        target: { ...none, ...shown },
      });
      expect(await test.get(`${path}/${destination.id}`)).toEqual(destination);
      expect((await test.get(path)).event_destinations).toEqual([destination]);
      const update = await test.call('PATCH', `${path}/${destination.id}`, { body: { target: given } });
      expect(update.body).toEqual(destination);
      const secrets = await secretsOf(test, destination.id);
      const back = await test.call('PATCH', `${path}/${destination.id}`, {
        body: { target: destination.target },
      });
      expect(back.body).toEqual(destination);
      expect(await secretsOf(test, destination.id)).toEqual(secrets);
    },
  );

  it('to metrics needs nothing but the API key', async () => {
    const test = await startService();
    const defaults = { api_key: '<SECRET>', ddtags: '', service: '', ddsite: 'datadoghq.com' };
    const destination = await test.create(path, { target: { metrics_target: { api_key: 'hunter2' } } });
    expect(JSON.stringify(destination.target)).toBe(JSON.stringify({ ...none, metrics_target: defaults }));
    const changed = await test.call('PATCH', `${path}/${destination.id}`, {
      body: { target: { metrics_target: { api_key: '<SECRET>', ddsite: 'datadoghq.eu' } } },
    });
    expect(changed.body.target).toEqual({ ...none, metrics_target: { ...defaults, ddsite: 'datadoghq.eu' } });
    expect(await secretsOf(test, destination.id)).toEqual({ 'target.metrics_target.api_key': 'hunter2' });
  });

  it('may be created with the unused members of a target as null', async () => {
    const test = await startService();
    const auth = { role, creds: null };
    const target = { ...none, log_target: { auth, log_group_resource_name: 'log/a' } };
    expect((await test.create(path, { target })).target).toEqual(target);
  });

  it('has its secrets sealed in the file', async () => {
    const test = await startService();
    for (const [, target] of targets) await test.create(path, { target });
    for (const suffix of ['', '-wal'])
      expect(readFileSync(test.file + suffix).includes('hunter2')).toBe(false);
  });

  it('takes JSON as its format, in any letter case, and no other', async () => {
    const test = await startService();
    const [, target] = targets[0] ?? [];
    for (const format of ['json', 'JSON']) {
      expect((await test.create(path, { target, format })).format).toBe('json');
    }
    const { id } = await test.create(path, { target });
    expect((await test.call('PATCH', `${path}/${id}`, { body: { format: 'Json' } })).body.format).toBe(
      'json',
    );
    const refusal = {
      code: 'ERR_INVALID_FIELD',
      field: 'format',
      msg: '"xml" is not one of "json"',
    } as const;
    await expectRefusal(test, ['POST', path, { body: { target, format: 'xml' } }], refusal);
    await expectRefusal(test, ['PATCH', `${path}/${id}`, { body: { format: 'xml' } }], refusal);
  });

  const stream = (auth: unknown) => ({ stream_target: { auth, stream_resource_name: 'a' } });
  it.each([
    [undefined, 'ERR_MISSING_FIELD', 'target', 'target is required'],
    [{}, 'ERR_INVALID_FIELD', 'target', 'target must have exactly one of stream_target, delivery_target'],
    [{ ...stream({ role }), metrics_target: metrics }, 'ERR_INVALID_FIELD', 'target', 'exactly one of'],
    [none, 'ERR_INVALID_FIELD', 'target', 'exactly one of'],
    [stream({ role: null, creds: null }), 'ERR_INVALID_FIELD', 'target.stream_target.auth', 'exactly one of'],
    [stream(null), 'ERR_INVALID_FIELD', 'target.stream_target.auth', 'must be an object, not null'],
    [null, 'ERR_INVALID_FIELD', 'target', 'must be an object, not null'],
    [{ metrics_target: {} }, 'ERR_MISSING_FIELD', 'target.metrics_target.api_key', 'is required'],
    [{ other_target: {} }, 'ERR_UNKNOWN_FIELD', 'target.other_target', 'supported: stream_target'],
    [stream({}), 'ERR_INVALID_FIELD', 'target.stream_target.auth', 'exactly one of role, creds'],
    [stream({ role, creds }), 'ERR_INVALID_FIELD', 'target.stream_target.auth', 'exactly one of role, creds'],
    [stream(undefined), 'ERR_MISSING_FIELD', 'target.stream_target.auth', 'is required'],
    [
      stream({ role: {} }),
      'ERR_MISSING_FIELD',
      'target.stream_target.auth.role.role_resource_name',
      'is required',
    ],
    [
      stream({ role: { role_resource_name: '' } }),
      'ERR_INVALID_FIELD',
      'target.stream_target.auth.role.role_resource_name',
      'must not be empty',
    ],
    [
      { metrics_target: { ...metrics, api_key: '<SECRET>' } },
      'ERR_INVALID_FIELD',
      'target.metrics_target.api_key',
      'no secret is stored',
    ],
    [
      { cloud_logs_target: { ...cloudLogs, tenant_id: 7 } },
      'ERR_INVALID_FIELD',
      'target.cloud_logs_target.tenant_id',
      'must be a string',
    ],
  ] as const)('is refused with the target %j', async (target, code, field, msg) => {
    const test = await startService();
    const answer = await expectRefusal(test, ['POST', path, { body: { target } }], { code, field, msg });
    expect(answer.text).not.toContain('hunter2');
  });

  it('never repeats a secret that it refuses', async () => {
    const test = await startService();
    for (const api_key of [['hunter2'], { hunter2: 'hunter2' }, `hunter2${'a'.repeat(2048)}`]) {
      const target = { metrics_target: { ...metrics, api_key } };
      const answer = await expectRefusal(test, ['POST', path, { body: { target } }], {
        code: 'ERR_INVALID_FIELD',
      });
      expect(answer.text).not.toContain('hunter2');
    }
  });
});

describe('an update of an event destination', () => {
  const log = (auth: unknown) => ({ target: { log_target: { auth, log_group_resource_name: 'log/a' } } });

  it('replaces the target whole', async () => {
    const test = await startService();
    const { id } = await test.create(path, { ...log({ creds }), description: 'a' });
    const changed = await test.call('PATCH', `${path}/${id}`, { body: log({ role }) });
    expect(changed.body).toMatchObject({
      description: 'a',
      target: { log_target: { auth: { role, creds: null }, log_group_resource_name: 'log/a' } },
    });
    expect(await secretsOf(test, id)).toEqual({});
    const place = 'target.log_target.auth.creds.cloud_secret_access_key';
    const masked = { creds: { ...creds, cloud_secret_access_key: '<SECRET>' } };
    await expectRefusal(test, ['PATCH', `${path}/${id}`, { body: log(masked) }], {
      code: 'ERR_INVALID_FIELD',
      field: place,
      msg: 'no secret is stored to keep',
    });
  });

  it('keeps a secret that is sent as <SECRET>, and replaces any other', async () => {
    const test = await startService();
    const place = 'target.log_target.auth.creds.cloud_secret_access_key';
    const { id } = await test.create(path, log({ creds }));
    expect(await secretsOf(test, id)).toEqual({ [place]: 'hunter2-secret' });
    const kept = { cloud_access_key_id: 'AK2', cloud_secret_access_key: '<SECRET>' };
    const answer = await test.call('PATCH', `${path}/${id}`, { body: log({ creds: kept }) });
    expect(answer.body).toMatchObject({ target: { log_target: { auth: { creds: kept } } } });
    expect(await secretsOf(test, id)).toEqual({ [place]: 'hunter2-secret' });
    await test.call('PATCH', `${path}/${id}`, { body: { description: 'b' } });
    expect(await secretsOf(test, id)).toEqual({ [place]: 'hunter2-secret' });
    const changed = { ...creds, cloud_secret_access_key: 'hunter3' };
    await test.call('PATCH', `${path}/${id}`, { body: log({ creds: changed }) });
    expect(await secretsOf(test, id)).toEqual({ [place]: 'hunter3' });
  });

  it('keeps the kind of target', async () => {
    const test = await startService();
    const { id } = await test.create(path, log({ role }));
    await expectRefusal(test, ['PATCH', `${path}/${id}`, { body: { target: { metrics_target: metrics } } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'target.metrics_target',
      msg: 'cannot replace log_target',
    });
    const other = { ...none, metrics_target: metrics };
    await expectRefusal(test, ['PATCH', `${path}/${id}`, { body: { target: other } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'target.metrics_target',
      msg: 'cannot replace log_target',
    });
    await expectRefusal(test, ['PATCH', `${path}/${id}`, { body: { target: {} } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'target',
    });
  });
});

describe('an event destination that a subscription sends to', () => {
  it('cannot be deleted until no subscription does', async () => {
    const test = await startService();
    const { id } = await test.create(path, { target: targets[0]?.[1] });
    const subscription = { id: 'esb_3KdwnIjYG0xgu69eYsVMtAqH2jF', description: '', sources: [] };
    const put = (destinationIds: string[]) =>
      test.service.store.write((transaction) =>
        putSubscription(transaction, { ...subscription, destinationIds }),
      );
    await put([id]);
    await expectRefusal(test, ['DELETE', `${path}/${id}`], {
      code: 'ERR_DESTINATION_IN_USE',
      msg: subscription.id,
    });
    // A change of the subscription's sources must not lose the use.
    const sources = `/event_subscriptions/${subscription.id}/sources`;
    await test.call('POST', sources, { body: { type: 'a_created.v0' } });
    await expectRefusal(test, ['DELETE', `${path}/${id}`], { code: 'ERR_DESTINATION_IN_USE' });
    await put([]);
    expect((await test.call('DELETE', `${path}/${id}`)).status).toBe(204);
    await expectRefusal(test, ['GET', `${path}/${id}`], { code: 'ERR_NOT_FOUND' });
  });
});
