import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { baseUrl, expectRefusal, startService } from '../../harness/test-service.ts';

const { tcpEdges, httpsEdges, httpsEdgeRoutes, ipPolicies } = demoIds;

async function start() {
  const test = await startService();
  for (const id of Object.values(tcpEdges)) await test.put('edges/tcp', id, { id });
  for (const id of Object.values(httpsEdges)) await test.put('edges/https', id, { id });
  const { shopRoot, docsRoot } = httpsEdgeRoutes;
  await test.put('edges/https/routes', shopRoot, { id: shopRoot, edgeId: httpsEdges.shop });
  await test.put('edges/https/routes', docsRoot, { id: docsRoot, edgeId: httpsEdges.docs });
  for (const id of Object.values(ipPolicies)) await test.put('ip_policies', id, { id });
  return test;
}

const restriction = `/edges/tcp/${tcpEdges.database}/ip_restriction`;
const filter = `/edges/https/${httpsEdges.shop}/routes/${httpsEdgeRoutes.shopRoot}/user_agent_filter`;

describe.each([
  ['the IP restriction of a TCP edge', restriction, { ip_policy_ids: [ipPolicies.office] }],
  ['the user agent filter of a route', filter, { deny: ['bot'] }],
])('%s', (_what, target, body) => {
  it('is not found until it is set, and once it is removed', async () => {
    const test = await start();
    for (const method of ['GET', 'DELETE'])
      await expectRefusal(test, [method, target], { code: 'ERR_MODULE_NOT_SET' });
    expect((await test.call('PUT', target, { body })).status).toBe(200);
    expect((await test.call('DELETE', target)).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      await expectRefusal(test, [method, target], { code: 'ERR_MODULE_NOT_SET' });
  });

  it('is enabled unless the request says otherwise', async () => {
    const test = await start();
    expect((await test.call('PUT', target, { body })).body).toMatchObject({ enabled: true });
    const off = await test.call('PUT', target, { body: { ...body, enabled: false } });
    expect(off.body).toMatchObject({ enabled: false });
    expect(await test.get(target)).toEqual(off.body);
    expect((await test.call('PUT', target, { body })).body).toMatchObject({ enabled: true });
    await expectRefusal(test, ['PUT', target, { body: { ...body, enabled: 'yes' } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'enabled',
    });
  });

  it('is not found on an edge or route that does not exist', async () => {
    const test = await start();
    const nowhere = target.replace(/edg(tcp|htsrt)_\w+(?=\/(ip|user))/, 'edg$1_3KQ7X4VFWZolQKEGjhHUAvCaSn9');
    for (const method of ['GET', 'DELETE'])
      await expectRefusal(test, [method, nowhere], { code: 'ERR_NOT_FOUND' });
    await expectRefusal(test, ['PUT', nowhere, { body }], { code: 'ERR_NOT_FOUND' });
  });
});

describe('the IP restriction of a TCP edge', () => {
  it('names its policies, and is replaced whole', async () => {
    const test = await start();
    const refTo = (id: string) => ({ id, uri: `${baseUrl}/ip_policies/${id}` });
    const { office, vpn } = ipPolicies;
    const both = await test.call('PUT', restriction, { body: { ip_policy_ids: [vpn, office] } });
    expect(both.body).toEqual({ enabled: true, ip_policies: [refTo(vpn), refTo(office)] });
    expect(await test.get(restriction)).toEqual(both.body);
    const one = await test.call('PUT', restriction, { body: { ip_policy_ids: [office], enabled: false } });
    expect(one.body).toEqual({ enabled: false, ip_policies: [refTo(office)] });
    await expectRefusal(test, ['GET', `/edges/tcp/${tcpEdges.mail}/ip_restriction`], {
      code: 'ERR_MODULE_NOT_SET',
    });
  });

  it.each([
    [{}, 'ERR_MISSING_FIELD', 'ip_policy_ids'],
    [{ ip_policy_ids: [] }, 'ERR_INVALID_FIELD', 'ip_policy_ids'],
    [{ ip_policy_ids: null }, 'ERR_INVALID_FIELD', 'ip_policy_ids'],
    [{ ip_policy_ids: [ipPolicies.vpn, 'ipp_x'] }, 'ERR_INVALID_FIELD', 'ip_policy_ids[1]'],
    [{ ip_policy_ids: [tcpEdges.mail] }, 'ERR_INVALID_FIELD', 'ip_policy_ids[0]'],
    [{ ip_policies: [] }, 'ERR_UNKNOWN_FIELD', 'ip_policies'],
  ] as const)('is refused with %j', async (body, code, field) => {
    const test = await start();
    const whole = code === 'ERR_UNKNOWN_FIELD' ? { ip_policy_ids: [ipPolicies.vpn], ...body } : body;
    await expectRefusal(test, ['PUT', restriction, { body: whole }], { code, field, msg: field });
  });
});

describe('the user agent filter of a route', () => {
  it('has empty lists where nothing is given, and is replaced whole', async () => {
    const test = await start();
    const full = await test.call('PUT', filter, { body: { allow: ['Friendlybot/\\d+'], deny: ['(?i)bot'] } });
    expect(full.body).toEqual({ enabled: true, allow: ['Friendlybot/\\d+'], deny: ['(?i)bot'] });
    expect(await test.get(filter)).toEqual(full.body);
    expect((await test.call('PUT', filter, { body: {} })).body).toEqual({
      enabled: true,
      allow: [],
      deny: [],
    });
  });

  it.each([
    [{ allow: ['('] }, 'allow[0]'],
    [{ deny: ['a', '*'] }, 'deny[1]'],
    [{ deny: ['(?=a)'] }, 'deny[0]'],
    [{ deny: ['(a)\\1'] }, 'deny[0]'],
    [{ deny: [''] }, 'deny[0]'],
    [{ deny: 'bot' }, 'deny'],
    [{ deny: Array(101).fill('a') }, 'deny'],
    [{ deny: ['a'.repeat(1025)] }, 'deny[0]'],
  ])('is refused with %j', async (body, field) => {
    const test = await start();
    await expectRefusal(test, ['PUT', filter, { body }], { code: 'ERR_INVALID_FIELD', field });
  });

  it('is not found below another edge than its own', async () => {
    const test = await start();
    const elsewhere = filter.replace(httpsEdges.shop, httpsEdges.docs);
    await expectRefusal(test, ['PUT', elsewhere, { body: {} }], { code: 'ERR_NOT_FOUND' });
    expect((await test.call('PUT', filter, { body: {} })).status).toBe(200);
    await expectRefusal(test, ['GET', elsewhere], { code: 'ERR_NOT_FOUND' });
  });
});
