import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleCertificateRequest } from '../../../src/contract/examples/example-keys.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import {
  baseUrl,
  expectRefusal,
  type Json,
  startService,
  type TestService,
} from '../../harness/test-service.ts';

const path = '/kubernetes_operators';
const noCertificate = { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' };

const certificateOf = (operator: Json) =>
  (operator.binding as { cert: { cert: string; not_before: string; not_after: string } }).cert;

/** The names of the endpoints that an operator has, page by page. */
async function boundTo(test: TestService, id: string, limit = 100): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: unknown = `${path}/${id}/bound_endpoints?limit=${limit}`; next !== null; ) {
    const page = await test.get(String(next).replace(baseUrl, ''));
    pages.push((page.endpoints as { host: string }[]).map(({ host }) => host));
    next = page.next_page_uri;
  }
  return pages;
}

describe('an operator', () => {
  it('is created with everything unset', async () => {
    const test = await startService();
    const operator = await test.create(path, {}, test.member);
    expect(operator).toEqual({
      id: expect.stringMatching(/^k8sop_[0-9A-Za-z]{27}$/),
      uri: `${baseUrl}${path}/${operator.id}`,
      created_at: '2026-11-21T08:00:00Z',
      updated_at: '2026-11-21T08:00:00Z',
      description: '',
      metadata: '',
      principal: { id: test.member.id, uri: `${baseUrl}/users/${test.member.id}` },
      enabled_features: [],
      region: 'global',
      deployment: { name: '', namespace: '', version: '', cluster_name: '' },
      binding: { endpoint_selectors: null, cert: noCertificate },
    });
    expect(await test.get(`${path}/${operator.id}`)).toEqual(operator);
    expect((await test.get(path)).operators).toEqual([operator]);
  });

  it('takes features in any letter case, once each, and shows them in lower case', async () => {
    const test = await startService();
    const enabled_features = ['Bindings', 'INGRESS', 'bindings'];
    const operator = await test.create(path, { enabled_features });
    expect(operator.enabled_features).toEqual(['bindings', 'ingress']);
    const changed = await test.call('PATCH', `${path}/${operator.id}`, {
      body: { enabled_features: ['Gateway'] },
    });
    expect(changed.body.enabled_features).toEqual(['gateway']);
    await expectRefusal(test, ['POST', path, { body: { enabled_features: ['egress'] } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'enabled_features[0]',
      msg: '"egress" is not one of "bindings", "ingress", "gateway"',
    });
  });

  it('is changed member by member, also inside its deployment and binding', async () => {
    const test = await startService();
    const operator = await test.create(path, {
      enabled_features: ['bindings'],
      deployment: { name: 'operator', namespace: 'tunnel', version: '1.4.0', cluster_name: 'production' },
      binding: { endpoint_selectors: ['true'], ingress_endpoint: 'ingress.example.com:443' },
    });
    expect(operator.binding).toEqual({
      endpoint_selectors: ['true'],
      cert: noCertificate,
      ingress_endpoint: 'ingress.example.com:443',
    });
    test.clock.now += 60_000;
    const target = `${path}/${operator.id}`;
    const changed = await test.call('PATCH', target, {
      body: {
        deployment: { version: '1.5.0' },
        binding: { endpoint_selectors: ['false', 'true'] },
        region: 'eu',
      },
    });
    expect(changed.body).toEqual({
      ...operator,
      updated_at: '2026-11-21T08:01:00Z',
      region: 'eu',
      deployment: { ...(operator.deployment as Json), version: '1.5.0' },
      binding: { ...(operator.binding as Json), endpoint_selectors: ['false', 'true'] },
    });
    const cleared = await test.call('PATCH', target, {
      body: {
        deployment: { name: '' },
        binding: { endpoint_selectors: [], ingress_endpoint: '' },
        enabled_features: ['bindings'],
      },
    });
    expect(cleared.body).toMatchObject({ deployment: { name: '', namespace: 'tunnel' } });
    expect(cleared.body.binding).toEqual({ endpoint_selectors: null, cert: noCertificate });
  });

  it('has a namespace and a cluster name for good', async () => {
    const test = await startService();
    const { id } = await test.create(path);
    for (const name of ['namespace', 'cluster_name']) {
      await expectRefusal(test, ['PATCH', `${path}/${id}`, { body: { deployment: { [name]: 'a' } } }], {
        code: 'ERR_UNKNOWN_FIELD',
        field: `deployment.${name}`,
        msg: `"${name}" is not a member of deployment; supported: name, version`,
      });
    }
  });

  it('has a binding only with the bindings feature', async () => {
    const test = await startService();
    for (const enabled_features of [[], ['ingress'], undefined]) {
      const body = { enabled_features, binding: { endpoint_selectors: ['true'] } };
      await expectRefusal(test, ['POST', path, { body }], {
        code: 'ERR_INVALID_FIELD',
        field: 'binding',
        msg: 'binding is only accepted with bindings among the enabled_features',
      });
    }
    const { id } = await test.create(path, { enabled_features: ['bindings'] });
    const body = { enabled_features: ['ingress'], binding: { ingress_endpoint: 'a:1' } };
    await expectRefusal(test, ['PATCH', `${path}/${id}`, { body }], {
      code: 'ERR_INVALID_FIELD',
      field: 'binding',
    });
    const later = await test.create(path);
    const both = { enabled_features: ['bindings'], binding: { endpoint_selectors: ['true'] } };
    expect((await test.call('PATCH', `${path}/${later.id}`, { body: both })).status).toBe(200);
  });

  it.each([
    [{ deployment: { nam: 'a' } }, 'ERR_UNKNOWN_FIELD', 'deployment.nam'],
    [{ deployment: 'a' }, 'ERR_INVALID_FIELD', 'deployment'],
    [{ deployment: { name: 'a'.repeat(256) } }, 'ERR_INVALID_FIELD', 'deployment.name'],
    [{ region: 7 }, 'ERR_INVALID_FIELD', 'region'],
    [{ principal: 'a' }, 'ERR_UNKNOWN_FIELD', 'principal'],
    [{ binding: { cert: {} } }, 'ERR_UNKNOWN_FIELD', 'binding.cert'],
  ] as const)('is refused with %j', async (body, code, field) => {
    const test = await startService();
    await expectRefusal(test, ['POST', path, { body: { enabled_features: ['bindings'], ...body } }], {
      code,
      field,
    });
  });

  it.each([
    'endpoint.',
    'endpoint.frobnicate()',
    'unknown == 1',
    'endpoint.nothing == 1',
    'endpoint.url.matches("(")',
    '',
    ' ',
    `"${'a'.repeat(4096)}" == ""`,
  ])('is refused with the selector %#', async (selector) => {
    const test = await startService();
    const refusal = { code: 'ERR_INVALID_FIELD', field: 'binding.endpoint_selectors[1]' } as const;
    const binding = { endpoint_selectors: ['true', selector] };
    await expectRefusal(test, ['POST', path, { body: { enabled_features: ['bindings'], binding } }], refusal);
    const { id } = await test.create(path, { enabled_features: ['bindings'] });
    await expectRefusal(test, ['PATCH', `${path}/${id}`, { body: { binding } }], refusal);
  });
});

describe("an operator's client certificate", () => {
  const withRequest = (csr: string) => ({ enabled_features: ['bindings'], binding: { csr } });

  function workshop() {
    const folder = temporaryDirectory();
    const openssl = (...words: string[]) =>
      execFileSync('openssl', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const makeRequest = (name: string) => {
      openssl(
        'req',
        '-new',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-subj',
        '/CN=me',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
      );
      return readFileSync(join(folder, `${name}.csr`), 'utf8');
    };
    return { folder, openssl, makeRequest };
  }

  it('is one that openssl verifies against the published authority, for the key of the request', async () => {
    const test = await startService();
    const { folder, openssl, makeRequest } = workshop();
    const operator = await test.create(path, withRequest(makeRequest('operator')));
    const { cert, not_before, not_after } = certificateOf(operator);
    expect({ not_before, not_after }).toEqual({
      not_before: '2026-11-21T08:00:00Z',
      not_after: '2027-02-19T08:00:00Z',
    });
    writeFileSync(join(folder, 'operator.pem'), cert);
    writeFileSync(join(folder, 'ca.pem'), (await test.call('GET', '/certificate-authority.pem')).text);
    const at = String(test.clock.now / 1000 + 60);
    expect(
      openssl('verify', '-attime', at, '-purpose', 'sslclient', '-CAfile', 'ca.pem', 'operator.pem'),
    ).toBe('operator.pem: OK\n');
    expect(openssl('x509', '-in', 'operator.pem', '-noout', '-subject', '-nameopt', 'multiline')).toContain(
      operator.id,
    );
    expect(openssl('x509', '-in', 'operator.pem', '-noout', '-pubkey')).toBe(
      openssl('pkey', '-in', 'operator.key', '-pubout'),
    );
    expect(await test.get(`${path}/${operator.id}`)).toEqual(operator);
  });

  it('is replaced by another request, and only by one', async () => {
    const test = await startService();
    const { makeRequest } = workshop();
    const { id, ...operator } = await test.create(path, withRequest(makeRequest('a')));
    const { cert } = certificateOf(operator);
    test.clock.now += 86_400_000;
    const kept = await test.call('PATCH', `${path}/${id}`, {
      body: { binding: { endpoint_selectors: ['true'] } },
    });
    expect(certificateOf(kept.body).cert).toBe(cert);
    const renewed = await test.call('PATCH', `${path}/${id}`, {
      body: { binding: { csr: makeRequest('b') } },
    });
    expect(certificateOf(renewed.body)).toMatchObject({
      cert: expect.not.stringContaining(cert),
      not_before: '2026-11-22T08:00:00Z',
    });
  });

  it('is made by one authority, even for requests at the same time', async () => {
    const test = await startService();
    const { folder, openssl } = workshop();
    const operators = await Promise.all(
      [1, 2, 3].map(() => test.create(path, withRequest(exampleCertificateRequest))),
    );
    writeFileSync(join(folder, 'ca.pem'), (await test.call('GET', '/certificate-authority.pem')).text);
    for (const [i, operator] of operators.entries()) {
      writeFileSync(join(folder, `${i}.pem`), certificateOf(operator).cert);
      const at = String(test.clock.now / 1000 + 60);
      expect(openssl('verify', '-attime', at, '-CAfile', 'ca.pem', `${i}.pem`)).toBe(`${i}.pem: OK\n`);
    }
  });

  it.each([
    ['', 'binding.csr'],
    ['nonsense', 'is not PEM'],
    [exampleCertificateRequest.replace('MIHMMHUC', 'MIHMMHUD'), 'binding.csr'],
    [exampleCertificateRequest.replace('SAjGCwW', 'SAjGCwX'), 'signature'],
    [exampleCertificateRequest + exampleCertificateRequest, '2 PEM blocks'],
    [
      exampleCertificateRequest.replace(/Z/g, 'Y').replace('CERTIFICATE REQUEST', 'CERTIFICATE'),
      'binding.csr',
    ],
    ['a'.repeat(16_385), '16385 bytes'],
  ])('is refused for a bad request %#, naming the reason', async (csr, msg) => {
    const test = await startService();
    const refusal = { code: 'ERR_INVALID_FIELD', field: 'binding.csr', msg } as const;
    const { id } = await test.create(path, { enabled_features: ['bindings'] });
    // What the first request of all makes beside its record: the authority.
    await test.call('GET', '/certificate-authority.pem');
    await expectRefusal(test, ['POST', path, { body: withRequest(csr) }], refusal);
    await expectRefusal(test, ['PATCH', `${path}/${id}`, { body: { binding: { csr } } }], refusal);
  });
});

describe('the endpoints bound to an operator', () => {
  async function startWithEndpoints() {
    const test = await startService();
    for (const [host, binding] of [
      ['a.example.com', 'kubernetes'],
      ['b.example.com', 'kubernetes'],
      ['c.example.com', 'public'],
      ['d.internal', 'internal'],
      ['e.internal', 'kubernetes'],
    ]) {
      await test.create('/endpoints', {
        url: `https://${host}`,
        bindings: [binding],
        metadata: `of ${host}`,
      });
    }
    const operatorWith = async (endpoint_selectors: string[] | undefined) =>
      (await test.create(path, { enabled_features: ['bindings'], binding: { endpoint_selectors } })).id;
    return { test, operatorWith };
  }

  it('are all with the kubernetes binding unless selectors say otherwise, newest first', async () => {
    const { test, operatorWith } = await startWithEndpoints();
    const all = [['e.internal', 'b.example.com', 'a.example.com']];
    expect(await boundTo(test, await operatorWith(undefined))).toEqual(all);
    expect(await boundTo(test, await operatorWith([]))).toEqual(all);
    expect(await boundTo(test, await operatorWith(['true']))).toEqual(all);
  });

  it('are those that at least one selector accepts', async () => {
    const { test, operatorWith } = await startWithEndpoints();
    const bound = async (...selectors: string[]) =>
      (await boundTo(test, await operatorWith(selectors))).flat();
    expect(await bound('false')).toEqual([]);
    expect(await bound("endpoint.host == 'a.example.com'")).toEqual(['a.example.com']);
    expect(
      await bound("endpoint.host.endsWith('.internal')", "endpoint.metadata == 'of a.example.com'"),
    ).toEqual(['e.internal', 'a.example.com']);
    expect(await bound('endpoint.port == 443 && has(endpoint.domain)')).toEqual([
      'b.example.com',
      'a.example.com',
    ]);
    expect(await bound("endpoint.tunnel.id == 'tn_x'")).toEqual([]);
  });

  it('come in pages, whatever lies between them', async () => {
    const { test, operatorWith } = await startWithEndpoints();
    const id = await operatorWith(undefined);
    expect(await boundTo(test, id, 1)).toEqual([['e.internal'], ['b.example.com'], ['a.example.com']]);
    expect(await boundTo(test, id, 2)).toEqual([['e.internal', 'b.example.com'], ['a.example.com']]);
    expect(await boundTo(test, id, 3)).toEqual([['e.internal', 'b.example.com', 'a.example.com']]);
  });

  it('have the URIs of endpoints', async () => {
    const { test, operatorWith } = await startWithEndpoints();
    const id = await operatorWith(["endpoint.host == 'a.example.com'"]);
    const page = await test.get(`${path}/${id}/bound_endpoints`);
    expect(page.uri).toBe(`${baseUrl}${path}/${id}/bound_endpoints`);
    const [endpoint] = page.endpoints as { id: string; uri: string }[];
    expect(endpoint).toEqual(await test.get(`/endpoints/${endpoint?.id}`));
  });

  it('are none without the bindings feature', async () => {
    const { test } = await startWithEndpoints();
    const { id } = await test.create(path, { enabled_features: ['ingress'] });
    expect(await boundTo(test, id)).toEqual([[]]);
    await expectRefusal(test, ['GET', `${path}/k8sop_x/bound_endpoints`], { code: 'ERR_NOT_FOUND' });
  });

  /** An operator as an older program stored it, whatever is judged today. */
  async function storedWith(test: TestService, endpoint_selectors: string[]): Promise<string> {
    const { id } = await test.create(path, { enabled_features: ['bindings'] });
    const row = await test.service.store.get('kubernetes_operators', id);
    const data = row?.data as { record: { binding: object } };
    const binding = { ...data.record.binding, endpoint_selectors };
    await test.put('kubernetes_operators', id, { ...data, record: { ...data.record, binding } });
    return id;
  }

  it('are those that a stored selector accepts, however deep it is', async () => {
    const { test } = await startWithEndpoints();
    const id = await storedWith(test, [`1${' + 1'.repeat(700)} == 701`]);
    expect(await boundTo(test, id)).toEqual([['e.internal', 'b.example.com', 'a.example.com']]);
    const chains = [
      `1${' + 1'.repeat(1020)} == 1`,
      `endpoint${'.a'.repeat(2040)}`,
      `${'!-'.repeat(2000)}true`,
    ];
    for (const chain of chains) {
      const answer = await test.call('GET', `${path}/${await storedWith(test, [chain])}/bound_endpoints`);
      expect([200, 503]).toContain(answer.status);
      const beside = await storedWith(test, [chain, 'true']);
      expect(await boundTo(test, beside)).toEqual([['e.internal', 'b.example.com', 'a.example.com']]);
    }
    expect(test.failures).toEqual([]);
  });

  it('are not guessed where a selector is too costly: it is named', async () => {
    const { test, operatorWith } = await startWithEndpoints();
    const costly = "endpoint.metadata.matches('[^c]*a[ab]{900}[^ab]')";
    const { id: endpointId } = await test.create('/endpoints', {
      url: 'https://long.example.com',
      bindings: ['kubernetes'],
      metadata: 'ab'.repeat(2000),
    });
    const id = await operatorWith(['endpoint.port == 1', costly]);
    await expectRefusal(test, ['GET', `${path}/${id}/bound_endpoints`], {
      code: 'ERR_EXPRESSION_TOO_COSTLY',
      field: 'binding.endpoint_selectors[1]',
      msg: `binding.endpoint_selectors[1]: "${costly}" takes too many steps, asked of ${endpointId}`,
    });
    const beside = await operatorWith([costly, 'true']);
    expect((await boundTo(test, beside)).flat()).toHaveLength(4);
  });

  it('are found by a linear pattern in metadata as long as it may be', async () => {
    const { test, operatorWith } = await startWithEndpoints();
    await test.create('/endpoints', {
      url: 'https://long.example.com',
      bindings: ['kubernetes'],
      metadata: `${'team=payments '.repeat(290)}tier=gold`,
    });
    const id = await operatorWith([
      "endpoint.metadata.matches('^([a-z]+=[a-z]+ ?)+tier=(gold|silver|bronze)$')",
    ]);
    expect(await boundTo(test, id)).toEqual([['long.example.com']]);
  });
});
