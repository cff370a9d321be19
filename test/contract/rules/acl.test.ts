import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAclRule } from '../../../src/contract/rules/acl.ts';

const label63 = 'a'.repeat(63);

describe('an ACL rule', () => {
  it.each([
    '*',
    'bind:example.com',
    'bind:EXAMPLE.com',
    'bind:*.example.com',
    'bind:*.internal',
    'bind:localhost',
    'bind:xn--bcher-kva.example',
    `bind:${label63}.com`,
    'bind:example.com:443',
    'bind:*.example.com:65535',
    'bind:1.tcp.example.com:20000',
    'bind:10.0.0.1:1',
    'bind:[2001:db8::1]:22',
    'bind:team=web',
    'bind:*=web',
    'bind:team=*',
    'bind:*=*',
    'bind:team=a=b',
    'bind:größe=länge',
    'bind:edge=edghts_2i4S1bZ',
  ])('may be %s', (rule) => {
    expect(checkAclRule(rule)).toBeUndefined();
  });

  it.each([
    ['', '"" is not a bind rule; write bind:<target>, for example bind:*.example.com'],
    ['allow:x', '"allow:x" is not a bind rule; write bind:<target>, for example bind:*.example.com'],
    ['BIND:example.com', /is not a bind rule; write bind:<target>/],
    [' bind:example.com', /is not a bind rule; write bind:<target>/],
    ['bind:', /the target is missing/],
    ['bind:*', /write "\*" alone to permit everything/],
    ['bind: example.com', /letters, digits and inner hyphens/],
    ['bind:example.com ', /letters, digits and inner hyphens/],
    ['bind:exa_mple.com', /the label "exa_mple" of the domain may hold only/],
    ['bind:-a.com', /inner hyphens/],
    ['bind:a-.com', /inner hyphens/],
    ['bind:example.com.', /must not end with a dot/],
    ['bind:a..com', /has an empty label/],
    ['bind:.com', /has an empty label/],
    ['bind:*.*.com', /"\*" only as its whole first label/],
    ['bind:a.*.com', /"\*" only as its whole first label/],
    ['bind:a*.com', /"\*" only as its whole first label/],
    ['bind:*.', /the domain is empty/],
    [`bind:a${label63}.com`, /longer than 63 characters/],
    [`bind:${`${label63}.`.repeat(4)}com`, /longer than 253 characters/],
    ['bind:bücher.example', /must be written in punycode: xn--bcher-kva\.example/],
    ['bind:xn--a.example', /not valid punycode/],
    ['bind:10.0.0.1', /an address needs a port; write bind:10\.0\.0\.1:<port>/],
    ['bind:10.0.0.256', /its last label is a number/],
    ['bind:2001:db8::1', /an IPv6 address goes in brackets/],
    ['bind:[2001:db8::1]', /an IPv6 address goes in brackets and needs a port/],
    ['bind:[2001:db8::g]:22', /is not an IPv6 address/],
    ['bind:[]:22', /is not an IPv6 address/],
    ['bind:example.com:', /the port "" is not a number from 1 to 65535/],
    ['bind:example.com:0', /the port "0"/],
    ['bind:example.com:65536', /the port "65536"/],
    ['bind:example.com:080', /the port "080"/],
    ['bind:example.com:*', /the port "\*"/],
    ['bind::80', /the domain is empty/],
    ['bind:*:80', /"\*" only as its whole first label/],
    ['bind:https://example.com', /the port/],
    ['bind:=web', /the key of the label is empty/],
    ['bind:team=', /the value of the label is empty; write "\*" for any value/],
    ['bind:te*=web', /the key of the label may be "\*" but not hold one/],
    ['bind:team=we b', /white space or a control character/],
    ['bind:team=\u0000', /white space or a control character/],
    [`bind:team=${'a'.repeat(256)}`, /the value of the label is longer than 255/],
    ['**', /is not a bind rule/],
  ])('may not be %j', (rule, problem) => {
    expect(checkAclRule(rule)).toMatch(problem);
  });

  it('never echoes more than a line of a long value', () => {
    expect(checkAclRule('x'.repeat(1_000_000))?.length).toBeLessThan(160);
    expect(checkAclRule(`bind:${'x.'.repeat(500_000)}`)?.length).toBeLessThan(160);
  });

  it('answers for any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect((checkAclRule(text) ?? '').length).toBeLessThan(600);
        expect((checkAclRule(`bind:${text}`) ?? '').length).toBeLessThan(600);
      }),
    );
  });
});
