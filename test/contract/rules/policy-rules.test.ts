import { describe, expect, it } from 'vitest';
import { checkCidr } from '../../../src/contract/rules/cidr.ts';
import { checkBasicCredentials } from '../../../src/contract/rules/credentials.ts';
import { checkHeaderName } from '../../../src/contract/rules/header-name.ts';
import { checkRateWindow } from '../../../src/contract/rules/time.ts';

describe('a network', () => {
  it.each(['10.0.0.0/8', '0.0.0.0/0', '192.0.2.7', '192.0.2.7/32', '2001:db8::/32', '::1', '::/0'])(
    'may be %s',
    (network) => {
      expect(checkCidr(network)).toBeUndefined();
    },
  );

  it.each([
    ['', '"" is not an address or a network such as 10.0.0.0/8'],
    ['10.0.0/8', '"10.0.0/8" is not an address'],
    ['10.0.0.0/8/9', '"10.0.0.0/8/9" is not an address'],
    ['10.0.0.0/33', '"10.0.0.0/33" has a network whose mask is not a number from 0 to 32'],
    ['10.0.0.0/', '"10.0.0.0/" has a network whose mask is not a number'],
    ['10.0.0.1/8', '"10.0.0.1/8" has a network with host bits set'],
    ['2001:db8::1/32', '"2001:db8::1/32" has a network with host bits set'],
    ['example.com', '"example.com" is not an address'],
  ])('may not be %j', (network, problem) => {
    expect(checkCidr(network)).toContain(problem);
  });
});

describe('the name of a header that a policy sets', () => {
  it.each(['x-user', 'Host', 'User-Agent', 'X_1'])('may be %s', (name) => {
    expect(checkHeaderName(name)).toBeUndefined();
  });

  it.each([
    ['', '"" is not the name of a header'],
    ['a b', '"a b" is not the name of a header'],
    ['x:y', '"x:y" is not the name of a header'],
    ['x\r\ny', 'is not the name of a header'],
    ['Connection', '"Connection" belongs to one connection; the gateway sets it'],
    ['transfer-encoding', '"transfer-encoding" belongs to one connection'],
  ])('may not be %j', (name, problem) => {
    expect(checkHeaderName(name)).toContain(problem);
  });
});

describe('the window of a rate limit', () => {
  it.each(['10s', '60s', '5m', '24h', '1d'])('may be %s', (window) => {
    expect(checkRateWindow(window)).toBeUndefined();
  });

  it.each([
    ['9s', '"9s" is not from 10s to 24h'],
    ['25h', '"25h" is not from 10s to 24h'],
    ['often', '"often" is not a duration'],
  ])('may not be %s', (window, problem) => {
    expect(checkRateWindow(window)).toContain(problem);
  });
});

describe('credentials of basic authentication', () => {
  it('are a user and a password, which may hold colons', () => {
    expect(checkBasicCredentials('alice:a:b c')).toBeUndefined();
  });

  it.each(['', 'alice', 'alice:', ':hunter2', 'alice:hunter2\n'])(
    'may not be %j, and are not repeated',
    (text) => {
      const problem = checkBasicCredentials(text);
      expect(problem).toMatch(/^(must be user:password|has a control character)$/);
    },
  );
});
