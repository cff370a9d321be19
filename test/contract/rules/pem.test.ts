import { describe, expect, it } from 'vitest';
import { decodeBase64, isEncryptedPem, readPem } from '../../../src/contract/rules/pem.ts';

const block = (label: string, content: string) =>
  `-----BEGIN ${label}-----\n${content}-----END ${label}-----`;

describe('a text with PEM in it', () => {
  it('holds its blocks in their order, each with what stands around it', () => {
    const first = block('CERTIFICATE', 'AQ\nID\r\n');
    const second = block('PRIVATE KEY', 'BA==');
    const found = readPem(`subject=me\n${first}\n  ${second} and more\n`);
    expect(found.map(({ label, text }) => [label, text])).toEqual([
      ['CERTIFICATE', first],
      ['PRIVATE KEY', second],
    ]);
    expect(found.map(({ bytes }) => bytes?.toString('hex'))).toEqual(['010203', '04']);
    expect(found[0]).toMatchObject({ before: 'subject=me', after: `${second} and more` });
    expect(found[1]).toMatchObject({ before: `subject=me\n${first}`, after: 'and more' });
    expect(readPem('nothing of the kind\n-----BEGIN A')).toEqual([]);
  });

  it('may hold blocks that are cut short, or close with another label', () => {
    for (const text of ['-----BEGIN A-----\nAQID\n', '-----BEGIN A-----\nAQID\n-----END B-----']) {
      expect(readPem(text)).toMatchObject([{ label: 'A', text: undefined, bytes: undefined, after: '' }]);
    }
    const cut = `-----BEGIN A-----\nAQID\n${block('B', 'AQID\n')}`;
    expect(readPem(cut).map(({ label, bytes }) => [label, bytes?.length])).toEqual([
      ['A', undefined],
      ['B', 3],
    ]);
  });

  it('may hold blocks whose content is not base64 on lines of its own', () => {
    for (const content of ['AQI\n', 'AQI*\n', 'Proc-Type: 4,ENCRYPTED\n\nAQID\n'])
      expect(readPem(block('A', content))).toMatchObject([{ label: 'A', bytes: undefined }]);
    expect(readPem(block('A', 'AQID\n').replaceAll('\n', ' '))[0]?.bytes).toBeUndefined();
    expect(decodeBase64('AQJ=')).toBeUndefined();
    expect(decodeBase64('AQI=')).toEqual(Buffer.from([1, 2]));
  });

  it('may hold a key that a passphrase protects, in the newer form and in the older one', () => {
    expect(isEncryptedPem(block('ENCRYPTED PRIVATE KEY', 'AQID\n'))).toBe(true);
    expect(isEncryptedPem(block('RSA PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED\n\nAQID\n'))).toBe(true);
    expect(isEncryptedPem(block('PRIVATE KEY', 'AQID\n'))).toBe(false);
  });
});
