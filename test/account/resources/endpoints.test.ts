import { describe, expect, it } from 'vitest';
import { baseUrl, expectRefusal, type Json, startService } from '../../harness/test-service.ts';

const denyAll =
  'on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: 503\n';

describe('a cloud endpoint', () => {
  it('has everything that its URL says', async () => {
    const test = await startService();
    const endpoint = await test.create('/endpoints', { url: 'HTTPS://App.Example.com:443/' });
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^ep_[0-9A-Za-z]{27}$/),
      uri: `${baseUrl}/endpoints/${endpoint.id}`,
      region: 'global',
      created_at: '2026-11-21T08:00:00Z',
      updated_at: '2026-11-21T08:00:00Z',
      public_url: 'https://app.example.com',
      url: 'https://app.example.com',
      proto: 'https',
      scheme: 'https',
      host: 'app.example.com',
      port: 443,
      hostport: 'app.example.com:443',
      type: 'cloud',
      metadata: '',
      description: '',
      domain: {
        id: expect.stringMatching(/^rd_/),
        uri: expect.stringContaining(`${baseUrl}/reserved_domains/rd_`),
      },
      principal: { id: test.admin.id, uri: `${baseUrl}/users/${test.admin.id}` },
      traffic_policy: '',
      bindings: ['public'],
      pooling_enabled: false,
    });
    expect(await test.get(`/endpoints/${endpoint.id}`)).toEqual(endpoint);
  });

  it.each([
    [
      'http://app.example.com',
      { proto: 'http', port: 80, hostport: 'app.example.com:80', url: 'http://app.example.com' },
    ],
    [
      'tls://app.example.com',
      { proto: 'tls', port: 443, hostport: 'app.example.com:443', url: 'tls://app.example.com' },
    ],
    [
      'https://app.example.com:8443',
      { port: 8443, hostport: 'app.example.com:8443', url: 'https://app.example.com:8443' },
    ],
    ['https://*.example.com', { host: '*.example.com', url: 'https://*.example.com' }],
  ])('at %s has a reserved domain', async (url, members) => {
    const test = await startService();
    const endpoint = await test.create('/endpoints', { url });
    expect(endpoint).toMatchObject({
      ...members,
      public_url: members.url,
      domain: { id: expect.any(String) },
    });
    expect(endpoint).not.toHaveProperty('tcp_addr');
  });

  it('with tcp has a reserved address and no domain', async () => {
    const test = await startService();
    const endpoint = await test.create('/endpoints', { url: 'tcp://1.tcp.example.com:20001' });
    expect(endpoint).toMatchObject({
      proto: 'tcp',
      port: 20_001,
      hostport: '1.tcp.example.com:20001',
      tcp_addr: { id: expect.stringMatching(/^ra_/), uri: expect.stringContaining('/reserved_addrs/ra_') },
    });
    expect(endpoint).not.toHaveProperty('domain');
  });

  it.each(['https://billing.internal', 'tcp://db.internal:5432', 'tls://*.internal'])(
    'at %s is internal and has no domain or address',
    async (url) => {
      const test = await startService();
      const endpoint = await test.create('/endpoints', { url });
      expect(endpoint).toMatchObject({ bindings: ['internal'] });
      expect(endpoint).not.toHaveProperty('domain');
      expect(endpoint).not.toHaveProperty('tcp_addr');
    },
  );

  it('shares the domain of its host with other endpoints there', async () => {
    const test = await startService();
    const domainOf = async (url: string) => ((await test.create('/endpoints', { url })).domain as Json).id;
    const first = await domainOf('https://app.example.com');
    expect(await domainOf('http://app.example.com')).toBe(first);
    expect(await domainOf('https://APP.example.com:8443')).toBe(first);
    expect(await domainOf('https://other.example.com')).not.toBe(first);
    const { id } = await test.create('/endpoints', { url: 'tls://app.example.com:1' });
    await test.call('DELETE', `/endpoints/${id}`);
    expect(await domainOf('tls://app.example.com:1')).toBe(first);
  });

  it.each([
    [{}, 'ERR_MISSING_FIELD', 'url', 'url is required'],
    [{ url: 'app.example.com' }, 'ERR_INVALID_FIELD', 'url', 'is not an endpoint URL'],
    [{ url: 'ftp://app.example.com' }, 'ERR_INVALID_FIELD', 'url', 'url has the scheme "ftp"'],
    [{ url: 'https://app.example.com/path' }, 'ERR_INVALID_FIELD', 'url', 'url must not have the path'],
    [
      { url: 'https://user:hunter2@app.example.com' },
      'ERR_INVALID_FIELD',
      'url',
      /^(?!.*hunter2).*user name/,
    ],
    [{ url: 'https://192.0.2.1' }, 'ERR_INVALID_FIELD', 'url', 'https needs a domain'],
    [{ url: 'tcp://app.example.com' }, 'ERR_INVALID_FIELD', 'url', 'url needs a port'],
    [{ url: '' }, 'ERR_INVALID_FIELD', 'url', 'url'],
    [{ url: 7 }, 'ERR_INVALID_FIELD', 'url', 'url must be a string, not a whole number'],
    [
      { url: 'https://a.example.com', type: 'edge' },
      'ERR_INVALID_FIELD',
      'type',
      '"edge" is not one of "cloud"',
    ],
    [
      { url: 'https://a.example.com', bindings: ['public', 'internal'] },
      'ERR_INVALID_FIELD',
      'bindings',
      '2 items',
    ],
    [{ url: 'https://a.example.com', bindings: [] }, 'ERR_INVALID_FIELD', 'bindings', 'at least 1 item'],
    [
      { url: 'https://a.example.com', bindings: ['Public'] },
      'ERR_INVALID_FIELD',
      'bindings[0]',
      'is not one of',
    ],
    [
      { url: 'https://a.example.com', bindings: ['internal'] },
      'ERR_INVALID_FIELD',
      'bindings[0]',
      'cannot be internal',
    ],
    [
      { url: 'https://a.internal', bindings: ['public'] },
      'ERR_INVALID_FIELD',
      'bindings[0]',
      'cannot be public',
    ],
    [
      { url: 'https://a.example.com', pooling_enabled: 'yes' },
      'ERR_INVALID_FIELD',
      'pooling_enabled',
      'must be a boolean',
    ],
    [
      { url: 'https://a.example.com', name: 'a' },
      'ERR_UNKNOWN_FIELD',
      'name',
      'supported: url, type, traffic_policy',
    ],
    [{ url: 'https://a.example.com', region: 'eu' }, 'ERR_UNKNOWN_FIELD', 'region', 'is not a member'],
  ] as const)('is refused with %j', async (body, code, field, msg) => {
    const test = await startService();
    await expectRefusal(test, ['POST', '/endpoints', { body }], { code, field, msg });
  });

  it('may be bound for Kubernetes at any host', async () => {
    const test = await startService();
    for (const url of ['https://a.example.com', 'https://a.internal', 'tcp://b.internal:1']) {
      expect(await test.create('/endpoints', { url, bindings: ['kubernetes'] })).toMatchObject({
        bindings: ['kubernetes'],
      });
    }
  });

  it('is changed in what is given and in nothing else', async () => {
    const test = await startService();
    const endpoint = await test.create('/endpoints', {
      url: 'https://app.example.com',
      traffic_policy: denyAll,
      description: 'a',
      metadata: 'b',
    });
    test.clock.now += 5000;
    const target = `/endpoints/${endpoint.id}`;
    const moved = await test.call('PATCH', target, { body: { url: 'https://new.example.com:8443' } });
    expect(moved).toMatchObject({ status: 200 });
    expect(moved.body).toEqual({
      ...endpoint,
      url: 'https://new.example.com:8443',
      public_url: 'https://new.example.com:8443',
      host: 'new.example.com',
      port: 8443,
      hostport: 'new.example.com:8443',
      domain: expect.objectContaining({
        id: expect.not.stringMatching((endpoint.domain as Json).id as string),
      }),
      updated_at: '2026-11-21T08:00:05Z',
    });
    const cleared = await test.call('PATCH', target, { body: { traffic_policy: '', description: '' } });
    expect(cleared.body).toEqual({ ...moved.body, traffic_policy: '', description: '' });
    expect(await test.get(target)).toEqual(cleared.body);
  });

  it('keeps its scheme', async () => {
    const test = await startService();
    const { id } = await test.create('/endpoints', { url: 'https://app.example.com' });
    await expectRefusal(test, ['PATCH', `/endpoints/${id}`, { body: { url: 'http://app.example.com' } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'url',
      msg: 'url cannot change its scheme; it stays https',
    });
  });

  it('moves between public and internal hosts only together with its binding', async () => {
    const test = await startService();
    const { id } = await test.create('/endpoints', { url: 'https://app.example.com' });
    const target = `/endpoints/${id}`;
    await expectRefusal(test, ['PATCH', target, { body: { url: 'https://app.internal' } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'url',
      msg: 'bindings',
    });
    const inside = await test.call('PATCH', target, {
      body: { url: 'https://app.internal', bindings: ['internal'] },
    });
    expect(inside).toMatchObject({ status: 200, body: { bindings: ['internal'] } });
    expect(inside.body).not.toHaveProperty('domain');
    await expectRefusal(test, ['PATCH', target, { body: { url: 'https://app.example.com' } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'url',
      msg: 'bindings',
    });
    await expectRefusal(test, ['PATCH', target, { body: { bindings: ['public'] } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'bindings[0]',
    });
  });

  it('is gone once deleted, and its URL is free again', async () => {
    const test = await startService();
    const { id } = await test.create('/endpoints', { url: 'https://app.example.com' });
    expect((await test.call('DELETE', `/endpoints/${id}`)).status).toBe(204);
    await expectRefusal(test, ['GET', `/endpoints/${id}`], { code: 'ERR_NOT_FOUND' });
    await test.create('/endpoints', { url: 'https://app.example.com' });
  });
});

describe('the URL of an endpoint', () => {
  const url = 'https://app.example.com';

  it('belongs to one endpoint, however it is written', async () => {
    const test = await startService();
    const { id } = await test.create('/endpoints', { url });
    for (const same of [url, 'https://APP.example.com:443/', 'HTTPS://app.example.com/']) {
      await expectRefusal(test, ['POST', '/endpoints', { body: { url: same } }], {
        code: 'ERR_ENDPOINT_URL_TAKEN',
        field: 'url',
        msg: id,
      });
    }
    for (const other of ['http://app.example.com', 'https://app.example.com:8443', 'tls://app.example.com']) {
      await test.create('/endpoints', { url: other });
    }
  });

  it.each([
    [true, true, 201],
    [true, false, 409],
    [false, true, 409],
    [false, false, 409],
  ])('with pooling %j may be taken again with pooling %j: %i', async (first, second, status) => {
    const test = await startService();
    await test.create('/endpoints', { url, pooling_enabled: first });
    const answer = await test.call('POST', '/endpoints', { body: { url, pooling_enabled: second } });
    expect(answer.status).toBe(status);
  });

  it('that several endpoints share stays shared: none of them can stop to pool', async () => {
    const test = await startService();
    const first = await test.create('/endpoints', { url, pooling_enabled: true });
    const second = await test.create('/endpoints', { url, pooling_enabled: true });
    expect(first.domain).toEqual(second.domain);
    const stop: [string, string, object] = [
      'PATCH',
      `/endpoints/${first.id}`,
      { body: { pooling_enabled: false } },
    ];
    await expectRefusal(test, stop, { code: 'ERR_ENDPOINT_URL_TAKEN', msg: second.id });
    await test.call('DELETE', `/endpoints/${second.id}`);
    expect((await test.call(...stop)).body).toMatchObject({ pooling_enabled: false });
  });

  it('cannot be moved to one that is taken', async () => {
    const test = await startService();
    const taken = await test.create('/endpoints', { url });
    const { id } = await test.create('/endpoints', { url: 'https://other.example.com' });
    await expectRefusal(test, ['PATCH', `/endpoints/${id}`, { body: { url } }], {
      code: 'ERR_ENDPOINT_URL_TAKEN',
      field: 'url',
      msg: taken.id,
    });
    await test.call('PATCH', `/endpoints/${taken.id}`, { body: { pooling_enabled: true } });
    const pooled = await test.call('PATCH', `/endpoints/${id}`, { body: { url, pooling_enabled: true } });
    expect(pooled).toMatchObject({ status: 200, body: { url } });
  });

  it('goes to one of two requests at the same time', async () => {
    const test = await startService();
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.call('POST', '/endpoints', { body: { url } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('may be sent as it stands', async () => {
    const test = await startService();
    const { id } = await test.create('/endpoints', { url });
    expect((await test.call('PATCH', `/endpoints/${id}`, { body: { url, description: 'b' } })).status).toBe(
      200,
    );
  });
});

describe('the traffic policy of an endpoint', () => {
  const url = 'https://app.example.com';

  it('may be YAML or JSON, and comes back as it was sent', async () => {
    const test = await startService();
    const json = JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] });
    for (const [i, traffic_policy] of [denyAll, json, `# why\n${denyAll}`].entries()) {
      const endpoint = await test.create('/endpoints', { url: `https://a${i}.example.com`, traffic_policy });
      expect(endpoint.traffic_policy).toBe(traffic_policy);
    }
  });

  it.each([
    ['on_http_request: [', 'line 1'],
    ['inbound: []', '"inbound"'],
    [
      'on_http_request:\n  - actions:\n      - type: denny\n',
      /line 3: on_http_request rule 1, action 1.*"denny"/,
    ],
    [
      'on_http_request:\n  - actions:\n      - type: deny\n  - actions:\n      - type: deny\n      - type: rate-limit\n        config:\n          capacity: 0\n',
      /line \d: on_http_request rule 2, action 2 \(rate-limit\)/,
    ],
    [
      'on_http_request:\n  - expressions:\n      - "1 +"\n    actions:\n      - type: deny\n',
      /line 3: on_http_request rule 1, expression 1/,
    ],
    [
      'on_http_request:\n  - actions:\n      - type: forward-internal\n        config:\n          url: https://app.example.com\n',
      /rule 1, action 1 \(forward-internal\).*internal/,
    ],
    ['[]', 'traffic_policy'],
    ['text', 'traffic_policy'],
  ])('%j is refused, naming the place', async (traffic_policy, msg) => {
    const test = await startService();
    const refusal = { code: 'ERR_INVALID_FIELD', field: 'traffic_policy', msg } as const;
    await expectRefusal(test, ['POST', '/endpoints', { body: { url, traffic_policy } }], refusal);
    const { id } = await test.create('/endpoints', { url });
    await expectRefusal(test, ['PATCH', `/endpoints/${id}`, { body: { traffic_policy } }], refusal);
  });

  it.each(['tcp://1.tcp.example.com:2000', 'tls://app.example.com'])(
    'of %s has only the phase that its connections go through',
    async (tcpUrl) => {
      const test = await startService();
      const protocol = tcpUrl.slice(0, 3);
      const restricted = 'on_tcp_connect: [{actions: [{type: restrict-ips, config: {allow: [10.0.0.0/8]}}]}]';
      const refusal = {
        code: 'ERR_INVALID_FIELD',
        field: 'traffic_policy',
        msg: `traffic_policy line 1: on_http_request is not a phase of a ${protocol} endpoint; it has on_tcp_connect`,
      } as const;
      const body = { url: tcpUrl, traffic_policy: denyAll };
      await expectRefusal(test, ['POST', '/endpoints', { body }], refusal);
      const { id } = await test.create('/endpoints', { url: tcpUrl, traffic_policy: restricted });
      const change = { body: { traffic_policy: denyAll } };
      await expectRefusal(test, ['PATCH', `/endpoints/${id}`, change], refusal);
      expect((await test.get(`/endpoints/${id}`)).traffic_policy).toBe(restricted);
      const moved = await test.call('PATCH', `/endpoints/${id}`, {
        body: { url: tcpUrl.replace('example.com', 'example.org'), traffic_policy: '' },
      });
      expect(moved.body).toMatchObject({ traffic_policy: '', proto: protocol });
    },
  );

  it('has every phase with http and https', async () => {
    const test = await startService();
    const traffic_policy = 'on_tcp_connect: []\non_http_request: []\non_http_response: []\n';
    for (const scheme of ['http', 'https']) {
      const endpoint = await test.create('/endpoints', {
        url: `${scheme}://app.example.com`,
        traffic_policy,
      });
      expect(endpoint.traffic_policy).toBe(traffic_policy);
    }
  });
});

describe('an endpoint of another type', () => {
  it('is listed and shown, but not changed or deleted', async () => {
    const test = await startService();
    const id = 'ep_3KkrQPqhcjYqe8fnm9hczloRqPL';
    const cloud = await test.create('/endpoints', { url: 'https://cloud.example.com' });
    const record = { ...cloud, id, uri: `/endpoints/${id}`, type: 'edge', url: 'https://edge.example.com' };
    await test.put('endpoints', id, { record, hidden: {} }, { url: [record.url] });
    expect((await test.get('/endpoints')).endpoints).toHaveLength(2);
    expect(await test.get(`/endpoints/${id}`)).toMatchObject({ id, type: 'edge' });
    for (const request of [
      ['PATCH', `/endpoints/${id}`, { body: { description: 'a' } }],
      ['PATCH', `/endpoints/${id}`, { body: {} }],
      ['DELETE', `/endpoints/${id}`],
    ] as [string, string, object?][]) {
      await expectRefusal(test, request, { code: 'ERR_ENDPOINT_NOT_CLOUD' });
    }
    await expectRefusal(test, ['POST', '/endpoints', { body: { url: record.url } }], {
      code: 'ERR_ENDPOINT_URL_TAKEN',
    });
  });
});
