// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these marks are those of policies
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Share } from '../../../src/account/expressions/judging/share.ts';
import {
  loadPolicyLinter,
  loadPolicyParser,
  loadTrafficPolicyChecker,
} from '../../../src/account/expressions/traffic-policy.ts';
import { wholePolicySchema } from '../../../src/contract/policy/policy-schema.ts';
import { spoilt, valuesOf } from '../../contract/schema/schema-values.ts';

const judge = await loadTrafficPolicyChecker();
const check = async (text: string) => (await judge(text, new Share(600_000))).complaint;
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
  it('may be YAML or JSON, with every known action', async () => {
    expect(await check(policy)).toBeUndefined();
    expect(await check(policy.replaceAll('\n', '\r\n'))).toBeUndefined();
    expect(await check(JSON.stringify(parse(policy).value, null, '\t'))).toBeUndefined();
    expect(await check(JSON.stringify(parse(policy).value))).toBeUndefined();
    expect(await check('on_http_request: [{ actions: [{ type: deny }] }]')).toBeUndefined();
    expect(await check('on_http_request: []')).toBeUndefined();
    expect(await check('{}')).toBeUndefined();
    expect(await check('')).toBeUndefined();
  });

  const inPhase = (phase: string, action: string, expressions = '') =>
    `${phase}:\n  - name: first\n    expressions: [${expressions}]\n    actions:\n      - ${action}\n`;
  const onRequest = (action: string) => inPhase('on_http_request', action);

  it.each([
    ['on_tcp_connect', 'type: close-connection'],
    ['on_tcp_connect', 'type: deny'],
    ['on_tcp_connect', '{type: forward-internal, config: {url: "tcp://db.internal:5432"}}'],
    [
      'on_tcp_connect',
      '{type: restrict-ips, config: {allow: [10.0.0.0/8], deny: ["10.0.0.7"], enforce: false}}',
    ],
    ['on_tcp_connect', '{type: set-vars, config: {vars: [{ip: "${conn.client_ip}"}, {n: 1}]}}'],
    ['on_tcp_connect', '{type: log, config: {metadata: {from: "${conn.client_ip}", deep: {a: [1]}}}}'],
    ['on_http_request', 'type: close-connection'],
    ['on_http_request', '{type: close-connection, config: {}}'],
    ['on_http_request', 'type: custom-response'],
    [
      'on_http_request',
      '{type: custom-response, config: {body: "no ${req.host}", headers: {x-a: "${req.method}"}}}',
    ],
    [
      'on_http_request',
      '{type: redirect, config: {from: "^http://(.*)", to: "https://$1", status_code: 308}}',
    ],
    ['on_http_request', '{type: redirect, config: {to: "https://${req.host}/", headers: {x-a: b}}}'],
    ['on_http_request', '{type: url-rewrite, config: {from: /v1/(.*), to: /v2/$1}}'],
    [
      'on_http_request',
      '{type: add-headers, config: {headers: {host: a.example.com, x-ip: "${conn.client_ip}"}}}',
    ],
    ['on_http_request', '{type: remove-headers, config: {headers: [cookie]}}'],
    ['on_http_request', '{type: basic-auth, config: {credentials: ["a:b:c"], realm: here, enforce: false}}'],
    [
      'on_http_request',
      `{type: forward-internal, config: {url: "https://$\{req.url.path.split('/')[1]}.internal", on_error: continue}}`,
    ],
    ['on_http_request', '{type: forward-internal, config: {url: "${vars.target}"}}'],
    ['on_http_response', 'type: compress-response'],
    ['on_http_response', '{type: compress-response, config: {algorithms: [gzip, br, deflate, zstd]}}'],
    ['on_http_response', '{type: add-headers, config: {headers: {x-status: "${res.status_code}"}}}'],
    ['on_http_response', '{type: remove-headers, config: {headers: [server]}}'],
    ['on_http_response', '{type: custom-response, config: {status_code: 503}}'],
    ['on_http_response', '{type: restrict-ips, config: {deny: [192.0.2.0/24]}}'],
    ['on_http_response', '{type: set-vars, config: {vars: [{a: "${res.content_type}"}]}}'],
    ['on_http_response', '{type: log, config: {metadata: {}}}'],
  ])('may have in %s %s', async (phase, action) => {
    expect(await check(inPhase(phase, action))).toBeUndefined();
  });

  it.each(['jwt', 'access_token', 'id_token', 'at+jwt', 'it+jwt', 'plain'])(
    'may ask for a token of the type %s, in a header or a body, for any audience',
    async (type) => {
      const other = policy
        .replace('type: jwt,', `type: ${type},`)
        .replace('method: header', 'method: body')
        .replace(/ +audience: .*\n/, '');
      expect(other).not.toContain('audience');
      expect(await check(other)).toBeUndefined();
    },
  );

  it.each([
    [
      onRequest('type: compress-response'),
      'type: "compress-response" is an action of on_http_response; here there are "add-headers", "basic-auth", ',
    ],
    [
      inPhase('on_http_response', 'type: deny'),
      'type: "deny" is an action of on_tcp_connect and on_http_request; here there are "add-headers", "compress-response", "custom-response", "log", "remove-headers", "restrict-ips", "set-vars"',
    ],
    [
      inPhase('on_tcp_connect', 'type: redirect'),
      'line 5: on_tcp_connect rule 1, action 1: type: "redirect" is an action of on_http_request; here there are "close-connection", "deny", "forward-internal", "log", "restrict-ips", "set-vars"',
    ],
    [
      onRequest('type: oauth'),
      'type: "oauth" is not one of "add-headers", "basic-auth", "close-connection", ',
    ],
    [onRequest('{type: deny, name: x}'), '"name" is not a member here; supported: type, config'],
    [
      'on_http_request: [{name: 7, actions: [{type: deny}]}]',
      'on_http_request rule 1: name must be a string, not a whole number',
    ],
    [onRequest('{type: close-connection, config: {a: 1}}'), '"a" is not a member here; it takes none'],
    [
      onRequest('{type: forward-internal, config: {url: "https://a.internal", on_error: ignore}}'),
      'on_error: "ignore" is not one of "halt", "continue"',
    ],
    [
      onRequest('{type: forward-internal, config: {url: "https://${req.host}.example.com"}}'),
      'is not an internal endpoint; its host must end in .internal',
    ],
    [
      onRequest('{type: forward-internal, config: {url: "https://${req.hst}.internal"}}'),
      'url: "req.hst": req has no "hst"; its members are method, host, ',
    ],
    [
      onRequest('{type: forward-internal, config: {url: "https://${req.host.internal"}}'),
      'url: "${req.host.internal" lacks the "}" that ends it',
    ],
    [onRequest('{type: forward-internal, config: {url: "https://${}.internal"}}'), 'url must not be empty'],
    [onRequest('{type: custom-response, config: {body: "${1 +}"}}'), 'body: "1 +" is not a CEL expression: '],
    [
      onRequest('{type: custom-response, config: {body: "${1 / 0}"}}'),
      'body: "1 / 0": a part of it always fails: int divide by zero',
    ],
    [onRequest('{type: custom-response, config: {headers: {a b: c}}}'), '"a b" is not the name of a header'],
    [onRequest('{type: custom-response, config: {headers: {a: "b\\nc"}}}'), 'headers.a must match'],
    [onRequest('{type: redirect, config: {to: a, status_code: 200}}'), 'status_code must be at least 300'],
    [onRequest('{type: redirect, config: {from: a}}'), 'to is required'],
    [
      onRequest('{type: url-rewrite, config: {from: "(", to: a}}'),
      'from: "(" is not an RE2 pattern: missing closing )',
    ],
    [onRequest('{type: add-headers, config: {headers: {}}}'), 'headers must have from 1 to 10 members'],
    [
      onRequest(
        `{type: add-headers, config: {headers: {${Array.from({ length: 11 }, (_, i) => `h${i}: a`)}}}}`,
      ),
      'headers must have from 1 to 10 members',
    ],
    [
      onRequest('{type: add-headers, config: {headers: {Connection: close}}}'),
      '"Connection" belongs to one connection; the gateway sets it',
    ],
    [onRequest('{type: remove-headers, config: {headers: [te]}}'), '"te" belongs to one connection'],
    [onRequest('{type: remove-headers, config: {headers: []}}'), 'headers must have at least 1 item'],
    [
      onRequest('{type: basic-auth, config: {credentials: [hunter2]}}'),
      'credentials[0] must be user:password',
    ],
    [onRequest('{type: basic-auth, config: {credentials: []}}'), 'credentials must have at least 1 item'],
    [onRequest('{type: restrict-ips, config: {allow: []}}'), 'allow must have at least 1 item'],
    [
      onRequest('{type: restrict-ips, config: {allow: [10.0.0.1/8]}}'),
      'allow[0]: "10.0.0.1/8" has a network with host bits set',
    ],
    [onRequest('{type: set-vars, config: {vars: [{a: 1, b: 2}]}}'), 'vars[0] must have exactly one member'],
    [onRequest('{type: set-vars, config: {vars: [{a-b: 1}]}}'), 'vars[0].a-b must match'],
    [onRequest('{type: log}'), 'line 5: on_http_request rule 1, action 1 (log): config is required'],
    [
      inPhase('on_http_response', '{type: compress-response, config: {algorithms: [lzma]}}'),
      '"lzma" is not one of "gzip", "br", "deflate", "zstd"',
    ],
    [
      inPhase('on_http_request', 'type: deny', '"req.url.path"'),
      'line 3: on_http_request rule 1, expression 1: "req.url.path": it gives a string, not true or false',
    ],
    [
      inPhase('on_http_request', 'type: deny', '"true", "request.method == \'GET\'"'),
      'expression 2: "request.method == \'GET\'": there is no variable "request"; in on_http_request there are conn, endpoint, time, vars, actions, req',
    ],
    [
      inPhase('on_tcp_connect', 'type: deny', `"req.method == 'GET'"`),
      'there is no variable "req"; in on_tcp_connect there are conn, endpoint, time, vars, actions',
    ],
    [inPhase('on_http_request', 'type: deny', '"res.status_code == 200"'), 'there is no variable "res"'],
    [inPhase('on_http_request', 'type: deny', `"hasResHeader('a')"`), 'there is no function "hasResHeader"'],
    [
      inPhase('on_http_request', 'type: deny', `"req.headers['a'] == 'b'"`),
      '"==" compares a list with a string, which are never equal',
    ],
    [inPhase('on_http_request', 'type: deny', `"req.url.path.matches('(')"`), '"(" is not an RE2 pattern'],
    [
      policy.replace('[conn.client_ip]', '[conn.client]'),
      'bucket_key[0]: "conn.client": conn has no "client"; its members are client_ip, ',
    ],
    [
      policy.replace('[conn.client_ip]', `[${'conn.client_ip, '.repeat(11)}]`),
      'bucket_key has 11 items; at most 10 are allowed',
    ],
    [policy.replace('60s', '5s'), 'rate: "5s" is not from 10s to 24h'],
    [
      policy.replace('type: jwt,', 'type: saml,'),
      'http.tokens[0].type: "saml" is not one of "jwt", "access_token", "id_token", "at+jwt", "it+jwt", "plain"',
    ],
    [policy.replace('method: header', 'method: query'), 'method: "query" is not one of "header", "body"'],
    [policy.replace('RS256', 'none'), 'jws.allowed_algorithms[0]: "none" is not one of'],
    [
      `on_http_request: [{actions: [{type: deny}], expressions: [${'"1==1",'.repeat(1001)}]}]`,
      'expression 1001: is one of more than 1000 expressions',
    ],
  ])('%s is refused', async (text, problem) => {
    expect(await check(text)).toContain(problem);
    expect(await check(text)).not.toContain('hunter2');
  });

  it.each([
    `getReqHeader('user-agent').exists(v, v.lowerAscii().contains('bot')) && !hasReqHeader('x-a')`,
    `getQueryParam('a')[0] == 'b' || hasQueryParam('c') || hasReqCookie('s') && getReqCookie('s') != null`,
    `inCidrRange(conn.client_ip, '10.0.0.0/8') && conn.tls.version == 'TLS 1.3' && conn.client_port > 1024`,
    `hash.sha256(req.host) == hash.md5('a', 'base64') || base64.decode(base64.encode('a')) == 'a'`,
    `rand.double() < 0.1 && time.now > timestamp('2026-01-01T00:00:00Z') && time.now.getHours() < 8`,
    `vars.tier == 'gold' && actions.rate_limit.limited && actions['jwt-validation'].error.code == 'x'`,
    `req.url.query_params['a'].distinct().sort().slice(0, 1) == ['b'] && lists.range(3).size() == 3`,
    `endpoint.protocol == 'https' && endpoint.port in [443, 8443] && req.content_length < 1000`,
    `req.headers['x-a'].all(v, v.split(',').exists(p, p.trim() == 'b')) && req.cookies.a.value == 'b'`,
  ])('may ask %s', async (expression) => {
    expect(await check(inPhase('on_http_request', 'type: deny', JSON.stringify(expression)))).toBeUndefined();
  });

  it('may ask in its response phase for the response too', async () => {
    const expression = `"res.status_code >= 500 && hasResHeader('x-a') && getResHeader('x-a')[0] == 'b' && req.method == 'GET'"`;
    expect(await check(inPhase('on_http_response', 'type: compress-response', expression))).toBeUndefined();
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
  ])('with %j as %j is refused with the place', async (from, to, problem) => {
    expect(policy).toContain(from);
    expect(await check(policy.replace(from, to))).toContain(problem);
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
  ])('may not be %j', async (text, problem) => {
    expect(await check(text)).toContain(problem);
  });

  it('is no bomb: aliases are refused before they multiply', async () => {
    const levels = 'bcdefghi'
      .split('')
      .map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]},`.repeat(9)}]`);
    expect(await check(`a: &a [x,x,x,x,x,x,x,x,x]\n${levels.join('\n')}`)).toContain('must not have aliases');
  });

  it('is judged soon and without an end of the stack, however it is nested or chopped', async () => {
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
      expect(await check(piece.repeat(65_536 / piece.length))).toMatch(/^line \d+: /);
      expect(await check(piece.repeat(1_000_000))).toBe('must be at most 65536 bytes');
    }
    const keys = Array.from({ length: 4000 }, (_, i) => `k${i}:`).join('\n');
    expect(await check(keys)).toContain('is not a member here');
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

  it('is judged alike whether one looks for the first mistake or for all', async () => {
    const lint = await loadPolicyLinter();
    const policies = valuesOf(wholePolicySchema());
    let wrong = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(policies, spoilt(policies)), async (value) => {
        const text = JSON.stringify(value) ?? 'null';
        const first = await check(text);
        const { problems } = await lint(text);
        const found = problems.map(({ line, message }) => `line ${line}: ${message}`);
        if (first === undefined) expect(found).toEqual([]);
        else expect(found).toContain(first);
        wrong += first === undefined ? 0 : 1;
      }),
      { numRuns: 150 },
    );
    expect(wrong).toBeGreaterThan(10);
  });
});
