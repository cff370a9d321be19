import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/contract/index.ts';
import { createApp } from '../../../src/server/app/app.ts';
import { answerOperations } from '../../../src/server/app/operations.ts';
import { type Store, StoreUnavailableError } from '../../../src/store/store.ts';
import { baseUrl, expectRefusal, readAnswer, startService } from '../../harness/test-service.ts';

describe('every request', () => {
  it('names the version of the API', async () => {
    const test = await startService();
    await expectRefusal(test, ['GET', '/endpoints', { headers: { 'service-version': undefined } }], {
      code: 'ERR_MISSING_VERSION',
    });
    for (const version of ['', '1', '3', '2.0', 'v2', '2, 2']) {
      await expectRefusal(test, ['GET', '/endpoints', { headers: { 'service-version': version } }], {
        code: 'ERR_UNKNOWN_VERSION',
      });
    }
  });

  it('may say Content-Type: application/json without a body', async () => {
    const test = await startService();
    const headers = { 'content-type': 'application/json' };
    expect((await test.call('GET', '/endpoints', { headers })).status).toBe(200);
    const { id } = await test.create('/api_keys');
    expect((await test.call('DELETE', `/api_keys/${id}`, { headers })).status).toBe(204);
  });

  it('gets an Operation-Id of its own, which errors repeat', async () => {
    const test = await startService();
    const first = await test.call('GET', '/endpoints');
    const second = await test.call('GET', '/endpoints');
    const failed = await test.call('GET', '/nothing');
    const ids = [first, second, failed].map(({ headers }) => headers['operation-id']);
    for (const id of ids) expect(id).toMatch(/^op_[0-9A-Za-z]{27}$/);
    expect(new Set(ids).size).toBe(3);
    expect(failed.body.details).toMatchObject({ operation_id: ids[2] });
  });

  it('gets URIs that start with the host it was sent to', async () => {
    const test = await startService();
    const uriFor = async (host: string | undefined) =>
      (await test.call('GET', '/endpoints', { headers: { host } })).body.uri;
    expect(await uriFor('localhost:4040')).toBe('http://localhost:4040/endpoints');
    expect(await uriFor('[::1]:4040')).toBe('http://[::1]:4040/endpoints');
    expect(await uriFor(undefined)).toBe(`${baseUrl}/endpoints`);
    for (const bad of ['', 'a b', 'a/b', 'user@host', 'host:port', '"', 'h\u00f6st']) {
      expect(await uriFor(bad)).toBe(`${baseUrl}/endpoints`);
    }
  });
});

describe('a path', () => {
  it.each([
    '/nothing',
    '',
    '*',
    '//',
    '/%',
    '/%2e%2e',
    '/endpoints/',
    '//endpoints',
    '/endpoints//',
    '/Endpoints',
    'xendpoints',
    '/endpoints/a/b',
    '/endpoints/%ff',
    '/tunnel_sessions//restart',
    '/edges/tcp',
    '/__proto__',
    '/constructor',
    '/endpoints/x/__proto__',
    '/openapi.json/x',
  ])('%j that the API does not have is not found', async (target) => {
    const test = await startService();
    await expectRefusal(test, ['GET', target], { code: 'ERR_UNKNOWN_PATH' });
  });

  it.each([
    '__proto__',
    'constructor',
    '%2e%2e',
    '..',
    '%00',
    '%F0%9F%98%80',
    '%22',
    `${'a'.repeat(5000)}`,
    'ep_',
  ])('with the id %j, which nothing has, is not found', async (id) => {
    const test = await startService();
    const answer = await expectRefusal(test, ['GET', `/endpoints/${id}`], { code: 'ERR_NOT_FOUND' });
    expect(answer.text.length).toBeLessThan(500);
    expect(answer.text).not.toMatch(/\\ud[89a-f]/);
  });

  it('with an id of another collection is not found', async () => {
    const test = await startService();
    const { id } = await test.create('/api_keys');
    for (const path of ['/endpoints', '/ssh_credentials', '/app/users', '/kubernetes_operators']) {
      await expectRefusal(test, ['GET', `${path}/${id}`], { code: 'ERR_NOT_FOUND' });
    }
    await expectRefusal(test, ['GET', `/app/users/${test.admin.id}`], { code: 'ERR_NOT_FOUND' });
  });

  it('may be percent-encoded in its ids', async () => {
    const test = await startService();
    const { id } = await test.create('/api_keys');
    expect(await test.get(`/api_keys/${id.replace('_', '%5F')}`)).toMatchObject({ id });
  });

  it('may come behind a scheme and a host, as proxies send it', async () => {
    const test = await startService();
    const answer = await test.call('GET', 'http://api.test/endpoints?limit=1');
    expect(answer).toMatchObject({ status: 200, body: { uri: 'http://api.test/endpoints' } });
    await expectRefusal(test, ['GET', 'http://api.test'], { code: 'ERR_UNKNOWN_PATH' });
  });
});

describe('a method', () => {
  it('that a path does not offer is refused, and those that it does are named', async () => {
    const test = await startService();
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'get'];
    for (const path of new Set(catalogue.map(({ operation }) => operation.path))) {
      const offered = catalogue.flatMap(({ operation }) =>
        operation.path === path ? [operation.method] : [],
      );
      for (const method of methods) {
        if (offered.some((one) => one === method)) continue;
        const target = path.replaceAll(/\{\w+\}/g, 'x');
        const answer = await test.call(method, target);
        expect(answer).toMatchObject({ status: 405, body: { error_code: 'ERR_METHOD_NOT_ALLOWED' } });
        expect(answer.headers.allow?.split(', ').sort()).toEqual([...offered].sort());
      }
    }
  });

  it('other than GET is refused for the public pages too', async () => {
    const test = await startService();
    const answer = await expectRefusal(test, ['POST', '/openapi.json'], { code: 'ERR_METHOD_NOT_ALLOWED' });
    expect(answer.headers.allow).toBe('GET');
  });
});

describe('a query', () => {
  it('is refused where the operation takes none', async () => {
    const test = await startService();
    const { id } = await test.create('/api_keys');
    for (const [method, target] of [
      ['GET', `/api_keys/${id}?limit=1`],
      ['POST', '/api_keys?dry_run=1'],
      ['DELETE', `/api_keys/${id}?force=true`],
    ] as const) {
      await expectRefusal(test, [method, target], {
        code: 'ERR_INVALID_QUERY',
        field: /\?(\w+)=/.exec(target)?.[1] ?? '',
        msg: 'takes none',
      });
    }
  });

  it('with an unknown parameter is refused, naming the known ones', async () => {
    const test = await startService();
    await expectRefusal(test, ['GET', '/endpoints?limit=5&page=2'], {
      code: 'ERR_INVALID_QUERY',
      field: 'page',
      msg: '"page" is not a query parameter here; supported: limit, before_id',
    });
    await expectRefusal(test, ['GET', '/endpoints?__proto__=2'], {
      code: 'ERR_INVALID_QUERY',
      field: '__proto__',
    });
    await expectRefusal(test, ['GET', '/endpoints?=2'], { code: 'ERR_INVALID_QUERY' });
  });

  it('with a parameter given twice is refused', async () => {
    const test = await startService();
    await expectRefusal(test, ['GET', '/endpoints?limit=5&limit=5'], {
      code: 'ERR_INVALID_QUERY',
      field: 'limit',
      msg: 'more than once',
    });
  });

  it('that is empty is no query', async () => {
    const test = await startService();
    expect((await test.call('GET', '/endpoints?')).status).toBe(200);
  });

  it('never comes back ill-formed or whole', async () => {
    const test = await startService();
    const name = encodeURIComponent('😀'.repeat(3000));
    for (const offset of ['', 'a']) {
      const { body, text } = await test.call('GET', `/endpoints?${offset}${name}=1`);
      expect(body).toMatchObject({ error_code: 'ERR_INVALID_QUERY' });
      expect(text.length).toBeLessThan(1000);
      expect(JSON.stringify(body)).not.toMatch(/\\ud[89a-f]/);
    }
  });
});

describe('the public pages', () => {
  it('need neither key nor version', async () => {
    const test = await startService();
    const headers = { authorization: undefined, 'service-version': undefined };
    const openapi = await test.call('GET', '/openapi.json', { headers });
    expect(openapi).toMatchObject({ status: 200, body: { openapi: '3.1.0', servers: [{ url: baseUrl }] } });
    const elsewhere = await test.call('GET', '/openapi.json', {
      headers: { ...headers, host: 'localhost:1' },
    });
    expect(elsewhere.body).toEqual({ ...openapi.body, servers: [{ url: 'http://localhost:1' }] });
    const authority = await test.call('GET', '/certificate-authority.pem', { headers });
    expect(authority).toMatchObject({ status: 200, headers: { 'content-type': 'application/x-pem-file' } });
    expect(authority.text).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
    expect(await test.call('GET', '/certificate-authority.pem')).toMatchObject({ text: authority.text });
  });
});

describe('the OpenAPI document', () => {
  it('is made once, whatever hosts it is asked of', async () => {
    const { app } = await startService();
    const workOf = async (hosts: readonly string[]) => {
      const start = process.cpuUsage();
      for (let i = 0; i < 20; i++) {
        const host = hosts[i % hosts.length];
        const { body } = await app({ method: 'GET', target: '/openapi.json', headers: { host } });
        expect(body.slice(0, 20)).toContain('"openapi"');
      }
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    await workOf(['a']);
    const ofOne = await workOf(['a']);
    // Making it takes a hundred times as long as handing it out.
    expect(await workOf(['a', 'b', 'c'])).toBeLessThan(10 * ofOne + 10_000);
  });
});

describe('a failure of the service itself', () => {
  it('tells the caller nothing but an id, which the log has too', async () => {
    const test = await startService();
    await test.service.store.close();
    const answer = await test.call('GET', '/endpoints');
    expect(answer).toMatchObject({
      status: 500,
      body: { error_code: 'ERR_INTERNAL', msg: 'the service failed; nothing was stored' },
    });
    expect(answer.text).not.toContain(test.file);
    expect(test.failures).toHaveLength(1);
  });

  it('that will pass says when to try again', async () => {
    const test = await startService();
    const { service } = test;
    const store = {
      ...service.store,
      get: service.store.get.bind(service.store),
      list: () => Promise.reject(new StoreUnavailableError('the disk is full')),
    } as Store;
    const app = createApp(baseUrl, [], answerOperations({ ...service, store }));
    const headers = { authorization: `Bearer ${test.admin.token}`, 'service-version': '2' };
    const answer = readAnswer(await app({ method: 'GET', target: '/endpoints', headers }));
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error_code: 'ERR_UNAVAILABLE' },
    });
    expect(answer.text).not.toContain('disk');
  });

  it('of a data file that is gone names the file and what to do, and is answered to every request', async () => {
    const test = await startService();
    const away = `${test.file}.away`;
    renameSync(test.file, away);
    const requests = [
      () => test.call('POST', '/endpoints', { body: { url: 'https://a.example.com' } }),
      () => test.call('GET', '/endpoints'),
      () => test.call('GET', '/sandbox/v1/account'),
    ];
    for (const request of requests) {
      const answer = await request();
      expect(answer).toMatchObject({ status: 503, body: { error_code: 'ERR_DATA_FILE_UNUSABLE' } });
      expect(answer.headers).not.toHaveProperty('retry-after');
      expect(answer.body.msg).toMatch(
        /was removed, or it or its folder renamed, .*: put that very file back/,
      );
      expect(answer.body.msg).toContain(test.file);
    }
    const health = await test.call('GET', '/healthz');
    expect(health).toMatchObject({ status: 503, body: { status: 'unusable' } });
    expect(health.body.problem).toContain(test.file);

    renameSync(away, test.file);
    expect(await test.call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await test.get('/endpoints')).endpoints).toEqual([]);
    await test.create('/endpoints', { url: 'https://b.example.com', type: 'cloud', bindings: ['public'] });
  });
});
