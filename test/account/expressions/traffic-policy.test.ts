import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  loadPolicyParser,
  loadTrafficPolicyChecker,
} from '../../../src/account/expressions/traffic-policy.ts';

const check = await loadTrafficPolicyChecker();
const parse = await loadPolicyParser();

const policy = `# what the gateway does
on_http_request:
  - expressions:
      - "!('authorization' in req.headers)"
    actions:
      - type: deny
        config: { status_code: 401 }
  - actions:
      - type: rate-limit
        config:
          name: ten a minute
          algorithm: sliding_window
          capacity: 10
          rate: 60s
          bucket_key: [conn.client_ip]
      - type: jwt-validation
        config:
          issuer: { allow_list: [{ value: 'https://issuer.example/' }] }
          audience: { allow_list: [{ value: api }] }
          http:
            tokens: [{ type: jwt, method: header, name: Authorization, prefix: 'Bearer ' }]
          jws:
            allowed_algorithms: [RS256, EdDSA]
            keys: { sources: { additional_jkus: ['https://issuer.example/jwks.json'] } }
      - type: forward-internal
        config: { url: https://api.internal }
`;

describe('a traffic policy', () => {
  it('may be YAML or JSON, with every known action', () => {
    expect(check(policy)).toBeUndefined();
    expect(check(policy.replaceAll('\n', '\r\n'))).toBeUndefined();
    expect(check(JSON.stringify(parse(policy).value, null, '\t'))).toBeUndefined();
    expect(check(JSON.stringify(parse(policy).value))).toBeUndefined();
    expect(check('on_http_request: [{ actions: [{ type: deny }] }]')).toBeUndefined();
    expect(check('on_http_request: []')).toBeUndefined();
    expect(check('{}')).toBeUndefined();
    expect(check('')).toBeUndefined();
  });

  it.each([
    [
      'capacity: 10',
      'capacity: 0',
      'line 13: on_http_request rule 2, action 1 (rate-limit): capacity must be at least 1',
    ],
    [
      'capacity: 10',
      'capacity: many',
      'line 13: on_http_request rule 2, action 1 (rate-limit): capacity must be a whole number',
    ],
    [
      '          capacity: 10\n',
      '',
      'line 10: on_http_request rule 2, action 1 (rate-limit): capacity is required',
    ],
    [
      'capacity: 10',
      'capcity: 10',
      '"capcity" is not a member here; supported: name, algorithm, capacity, rate, bucket_key, enforce',
    ],
    [
      'rate: 60s',
      'rate: 60',
      'line 14: on_http_request rule 2, action 1 (rate-limit): rate must be a string, not a whole number',
    ],
    ['rate: 60s', 'rate: often', 'rate: "often" is not a duration'],
    ['[conn.client_ip]', '[]', 'bucket_key must have at least 1 item'],
    ['sliding_window', 'token_bucket', 'algorithm: "token_bucket" is not one of "sliding_window"'],
    ['401', '42', 'line 7: on_http_request rule 1, action 1 (deny): status_code must be at least 100'],
    [
      'https://api.internal',
      'https://app.example.com',
      'line 26: on_http_request rule 2, action 3 (forward-internal): url: "https://app.example.com" is not an internal endpoint',
    ],
    [
      'RS256',
      'HS256',
      'line 23: on_http_request rule 2, action 2 (jwt-validation): jws.allowed_algorithms[0]: "HS256" is not one of',
    ],
    [
      'https://issuer.example/jwks.json',
      'http://issuer.example/',
      'jws.keys.sources.additional_jkus[0] must match ^https://',
    ],
    ['{ value: api }', '{ values: api }', 'audience.allow_list[0]'],
    [
      'type: deny',
      'type: allow',
      'line 6: on_http_request rule 1, action 1: type: "allow" is not one of "add-headers", "basic-auth", ',
    ],
    [
      'type: deny',
      'kind: deny',
      'line 6: on_http_request rule 1, action 1: "kind" is not a member here; supported: type, config',
    ],
    [
      'type: deny\n        config: { status_code: 401 }',
      'type: rate-limit',
      'line 6: on_http_request rule 1, action 1 (rate-limit): config is required',
    ],
    [
      'req.headers)"',
      'req.headers"',
      `line 4: on_http_request rule 1, expression 1: "!('authorization' in req.headers" is not a CEL expression: it ends too early`,
    ],
    [
      'on_http_request:',
      'inbound: []\non_http_request:',
      'line 2: the policy: "inbound" is not a member here; supported: on_tcp_connect, on_http_request, on_http_response',
    ],
  ])('with %j as %j is refused with the place', (from, to, problem) => {
    expect(policy).toContain(from);
    expect(check(policy.replace(from, to))).toContain(problem);
  });

  it.each([
    ['null', 'line 1: the policy: must be an object, not null'],
    ['# nothing', 'line 1: '],
    ['- a', 'line 1: the policy: must be an object, not a list'],
    ['on_http_request:', 'line 1: the policy: on_http_request must be a list, not null'],
    ['on_http_request: [a]', 'line 1: on_http_request rule 1: must be an object, not a string'],
    ['on_http_request: [{}]', 'line 1: on_http_request rule 1: actions is required'],
    ['on_http_request: [{actions: []}]', 'line 1: on_http_request rule 1: actions must have at least 1 item'],
    [
      'on_http_request: [{actions: [7]}]',
      'on_http_request rule 1, action 1: must be an object, not a whole number',
    ],
    ['a: [\n  1', 'line 2: is neither JSON nor YAML: '],
    ['a: 1\n\nb: 2\na: 3', 'line 4: has the key "a" twice'],
    ['{"a": {"b": 1, "b": 2}}', 'line 1: has the key "b" twice'],
    ['a: &x 1\nb: *x', 'line 2: must not have aliases such as "*x"'],
    ['a: !foo 1', 'line 1: is neither JSON nor YAML: unresolved tag: !foo'],
    ['a: !!str 1', 'line 1: must not have tags'],
    ['<<: { a: 1 }', 'line 1: must not have merge keys'],
    ['1: a', 'line 1: has a key that is not text; put it in quotes'],
    ['? [a]\n: b', 'line 1: has a key that is not text'],
    ['%YAML 1.1\n---\na: 1', 'line 1: must not have a %YAML directive'],
    ['a: 1\n---\nb: 1', 'must be one document, not several'],
    ['__proto__: { a: 1 }', '"__proto__" is not a member here'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'is nested more than 32 levels deep'],
    ['x'.repeat(65_537), 'must be at most 65536 bytes'],
  ])('may not be %j', (text, problem) => {
    expect(check(text)).toContain(problem);
  });

  it('is no bomb: aliases are refused before they multiply', () => {
    const levels = 'bcdefghi'
      .split('')
      .map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]},`.repeat(9)}]`);
    expect(check(`a: &a [x,x,x,x,x,x,x,x,x]\n${levels.join('\n')}`)).toContain('must not have aliases');
  });

  it('is judged soon and without an end of the stack, however it is nested or chopped', () => {
    const start = performance.now();
    for (const piece of [
      '[',
      '{',
      '- ',
      '? ',
      '{a: ',
      '[{',
      'a: ',
      '&a ',
      '*a ',
      '"',
      '[]',
      '{}',
      '>1\n',
      '- - \n',
      '!',
    ]) {
      expect(check(piece.repeat(65_536 / piece.length))).toMatch(/^line \d+: /);
      expect(check(piece.repeat(1_000_000))).toBe('must be at most 65536 bytes');
    }
    const keys = Array.from({ length: 4000 }, (_, i) => `k${i}:`).join('\n');
    expect(check(keys)).toContain('is not a member here');
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('is read as JSON is, whatever the JSON says', () => {
    const json = fc.json({ depthSize: 'medium', maxDepth: 10, stringUnit: 'binary' });
    const hasMergeKey = (text: string) => text.includes('"<<"');
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
        fc.pre(!hasMergeKey(text));
        const value = JSON.parse(text);
        expect(parse(JSON.stringify(value, null, indent)).value).toEqual(value);
      }),
    );
  });
});
