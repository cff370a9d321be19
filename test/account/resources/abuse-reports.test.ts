import { describe, expect, it } from 'vitest';
import { writeAccount } from '../../../src/account/records/account.ts';
import { baseUrl, expectRefusal, startService } from '../../harness/test-service.ts';

const path = '/abuse_reports';

describe('an abuse report', () => {
  it('is pending, with each hostname of its URLs once', async () => {
    const test = await startService();
    const urls = [
      'https://phish.example.com/login',
      'http://PHISH.example.com:8080/reset?x=1',
      'https://user:pw@evil.example/',
      'http://192.0.2.7/',
      'http://[2001:db8::1]:80/',
      'https://bücher.example',
    ];
    const report = await test.create(path, { urls, metadata: 'case 7' });
    const pending = (hostname: string) => ({ hostname, status: 'PENDING' });
    expect(report).toEqual({
      id: expect.stringMatching(/^abrp_[0-9A-Za-z]{27}$/),
      uri: `${baseUrl}${path}/${report.id}`,
      created_at: '2026-11-21T08:00:00Z',
      urls,
      metadata: 'case 7',
      status: 'PENDING',
      hostnames: [
        'phish.example.com',
        'evil.example',
        '192.0.2.7',
        '2001:db8::1',
        'xn--bcher-kva.example',
      ].map(pending),
    });
    expect(await test.get(`${path}/${report.id}`)).toEqual(report);
  });

  it.each([
    [{}, 'ERR_MISSING_FIELD', 'urls'],
    [{ urls: [] }, 'ERR_INVALID_FIELD', 'urls'],
    [{ urls: 'https://a.example' }, 'ERR_INVALID_FIELD', 'urls'],
    [{ urls: ['https://a.example', '/login'] }, 'ERR_INVALID_FIELD', 'urls[1]'],
    [{ urls: ['ftp://a.example'] }, 'ERR_INVALID_FIELD', 'urls[0]'],
    [{ urls: ['javascript:alert(1)'] }, 'ERR_INVALID_FIELD', 'urls[0]'],
    [{ urls: ['https://'] }, 'ERR_INVALID_FIELD', 'urls[0]'],
    [{ urls: ['https://a b.example'] }, 'ERR_INVALID_FIELD', 'urls[0]'],
    [{ urls: [`https://a.example/${'a'.repeat(2048)}`] }, 'ERR_INVALID_FIELD', 'urls[0]'],
    [{ urls: Array(101).fill('https://a.example') }, 'ERR_INVALID_FIELD', 'urls'],
    [{ urls: ['https://a.example'], metadata: 'a'.repeat(4097) }, 'ERR_INVALID_FIELD', 'metadata'],
    [{ urls: ['https://a.example'], description: 'a' }, 'ERR_UNKNOWN_FIELD', 'description'],
    [{ urls: ['https://a.example'], status: 'PROCESSED' }, 'ERR_UNKNOWN_FIELD', 'status'],
  ] as const)('is refused with %j', async (body, code, field) => {
    const test = await startService();
    await expectRefusal(test, ['POST', path, { body }], { code, field, msg: field });
  });

  it('is for authorized accounts only', async () => {
    const test = await startService();
    const { id } = await test.create(path, { urls: ['https://a.example'] });
    const { store, account } = test.service;
    await store.write((transaction) => writeAccount(transaction, { ...account, mayReportAbuse: false }));
    await expectRefusal(test, ['POST', path, { body: { urls: ['https://a.example'] } }], {
      code: 'ERR_ABUSE_REPORTS_NOT_PERMITTED',
    });
    for (const one of [id, 'abrp_x']) {
      await expectRefusal(test, ['GET', `${path}/${one}`], { code: 'ERR_ABUSE_REPORTS_NOT_PERMITTED' });
    }
  });
});
