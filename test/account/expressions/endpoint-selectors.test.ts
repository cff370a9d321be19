import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  loadSelectorChecker,
  loadSelectorCompiler,
} from '../../../src/account/expressions/endpoint-selectors.ts';
import { ProblemError } from '../../../src/contract/rules/rule.ts';

const compileSelector = await loadSelectorCompiler();
const check = await loadSelectorChecker();

const endpoint = {
  id: 'ep_1',
  url: 'https://app.example.com',
  host: 'app.example.com',
  port: 443,
  proto: 'https',
  type: 'cloud',
  metadata: 'a'.repeat(4096),
  description: '',
  bindings: ['kubernetes'],
  principal: { id: 'usr_1', uri: 'https://api.example/users/usr_1' },
  domain: undefined,
  traffic_policy: 'on_http_request: []',
  pooling_enabled: false,
};

async function selects(text: string): Promise<boolean> {
  return compileSelector(text)(endpoint);
}

describe('a selector', () => {
  it.each([
    'true',
    "endpoint.proto == 'https' && endpoint.port == 443",
    'endpoint.port % 2 == 1',
    'endpoint.port in [80, 443]',
    "endpoint['host'].endsWith('.example.com')",
    "endpoint.url.matches('^https://[a-z]+\\\\.example')",
    "endpoint.bindings.exists(b, b in ['kubernetes', 'internal'])",
    "endpoint.bindings.map(b, b + '!') == ['kubernetes!']",
    "endpoint.bindings.filter(b, b != 'public').size() == 1",
    "endpoint.principal.id == 'usr_1'",
    '!has(endpoint.domain)',
    '!endpoint.pooling_enabled',
    "!('traffic_policy' in endpoint) && !('constructor' in endpoint)",
    "{'a': 1}['a'] == 1 && type(endpoint.port) == int",
    "endpoint.url.upperAscii().split('/')[2].replace('APP.', '') == 'EXAMPLE.COM'",
    "endpoint.host.substring(0, 3) == 'app' && '%s:%d'.format([endpoint.host, endpoint.port]).endsWith(':443')",
    "endpoint.metadata.matches('^[a-z ]+$')",
    "endpoint.metadata.matches('^([a-z]+ ?)*(alpha|beta|gamma|delta|epsilon|zeta|eta|theta|a)$')",
    "endpoint.metadata.replace('a', 'b').contains('bbb')",
    "'hello hello'.replace('he', 'we') == 'wello wello' && 'hello hello'.replace('he', 'we', -1) == 'wello wello'",
    "'hello hello'.replace('he', 'we', 1) == 'wello hello' && 'hello hello'.replace('he', 'we', 0) == 'hello hello'",
    "'hello'.replace('', '_') == '_h_e_l_l_o_' && 'hello'.replace('', '_', 2) == '_h_ello'",
    "'aaa'.replace('aa', 'b') == 'ba' && 'abc'.replace('x', 'y') == 'abc' && 'abcabc'.replace('bc', '') == 'aa'",
  ])('takes the endpoint with %s', async (text) => {
    expect(await selects(text)).toBe(true);
  });

  it.each([
    ['false', 'is false'],
    ["endpoint.proto == 'tcp'", 'does not hold'],
    ['endpoint.domain.id == "rd_1"', 'asks for what is not there'],
    ['dyn(endpoint.url)', 'is not a boolean'],
    ["dyn(endpoint.port) > 'a'", 'compares what cannot be compared'],
    ['int(endpoint.host) == 1', 'fails'],
    ['endpoint.url', 'is not a boolean, and was stored before that was judged'],
    ['1 / 0 == 1', 'always fails, and was stored before that was judged'],
  ])('does not take it with %s, which %s', async (text) => {
    expect(await selects(text)).toBe(false);
  });

  it.each([
    ['endpoint.url', 'it gives a string, not true or false'],
    ['endpoint.port', 'it gives an int, not true or false'],
    ["endpoint.pooling_enabled ? 'a' : 'b'", 'it gives a string, not true or false'],
    ['1 / 0 == 1', 'a part of it always fails: int divide by zero'],
    ['endpoint.port == 1 || 1 / 0 == 1', 'a part of it always fails: int divide by zero'],
    ['[0].all(x, 1 / x == 1)', 'it always fails: int divide by zero'],
    ["endpoint.port == '443'", '"==" compares an int with a string, which are never equal'],
    ['endpoint.bindings.exists(b, b == 1)', '"==" compares a string with an int, which are never equal'],
    ["'443' in [80, 443]", '"in" compares a string with an int, which are never equal'],
    ["endpoint.port + 'a' == ''", '"+" does not take an int and a string'],
    ['endpoint.url.startsWith(1)', '"startsWith" does not take an int on a string'],
    ['endpoint.url.trim(1) == ""', '"trim" does not take an int on a string'],
    ['endpoint.url && true', '&& takes true or false, not a string'],
    ['endpoint.bindings["a"] == ""', 'the elements of a list have numbers, not a string'],
    ['endpoint["protocol"] == ""', 'endpoint has no "protocol"; its members are id, uri, '],
    ['endpoint.domain.name == ""', 'endpoint.domain has no "name"; its members are id, uri'],
    ['endpoint.url.host == ""', 'a string has no member "host"'],
    ['endpoint.url.all(c, true)', 'a string has no elements to go through'],
    ["timestamp('soon') < timestamp('2026-01-01T00:00:00Z')", 'a part of it always fails: '],
  ])('may not be %s, because %s', (text, problem) => {
    expect(check(text)).toContain(`is not a selector: ${problem}`);
  });

  it.each([
    ['', 'must not be empty; write "true" for always'],
    ['endpoint.', 'is not a CEL expression'],
    [
      'proto == "https"',
      '"proto == \\"https\\"" is not a selector: there is no variable "proto"; write endpoint.<field>',
    ],
    ['endpoint.protocol == "https"', 'endpoint has no "protocol"; its members are id, uri, '],
    ['endpoint.traffic_policy != ""', 'endpoint has no "traffic_policy"'],
    ['endpoint.bindings.exists(b, c)', 'there is no variable "c"'],
    ['lower(endpoint.url) == ""', 'there is no function "lower"'],
    ['google.protobuf.Struct{}.a', 'it cannot make messages'],
    ['endpoint.url.matches("(")', '"(" is not an RE2 pattern: missing closing ) at "("'],
    ['endpoint.url.matches(endpoint.host)', '"matches" needs its pattern written as a string'],
    [`endpoint.port in [${'1,'.repeat(100)}1]`, 'its lists and maps hold more than 100 elements'],
    [`1 == 1${' && [1].all(x, true)'.repeat(9)}`, 'it has more than 8 loops'],
    ['[1].all(a, [2].all(b, [3].all(c, true)))', 'its loops are nested more than 2 deep'],
    [`"${'x'.repeat(4095)}"`, 'must be at most 4096 bytes'],
  ])('may not be %j', (text, problem) => {
    expect(check(text)).toContain(problem);
  });

  const numbers = Array.from({ length: 90 }, (_, i) => i).join();
  it.each([
    [
      'loops in loops',
      `[${numbers}].all(a, endpoint.all(b, ${"endpoint.metadata.contains('aaab') || ".repeat(15)} true))`,
    ],
    ['a slow pattern', `[${numbers}].all(a, endpoint.metadata.matches('[^c]*a[ab]{900}[^ab]') || true)`],
    ['lists that double', `["a"]${'.map(a, [a,a,a,a,a,a,a,a,a,a])'.repeat(8)} == ["b"] || true`],
    [
      'lists that double, compared to themselves',
      `[["a"]${'.map(a, [a,a,a,a,a,a,a,a,a])'.repeat(7)}].all(l, l == l && l in [l, l])`,
    ],
    ['text that doubles', `["aaaaaaaa"]${'.map(a, a+a+a+a+a+a+a+a+a+a+a+a+a+a+a)'.repeat(8)}.size() == 1`],
    ['lists that grow', `[[${numbers}]]${'.map(a, a+a+a+a+a+a+a+a+a+a+a+a+a)'.repeat(8)}.size() == 1`],
    [
      'time zones',
      `[${numbers}].all(a, endpoint.all(b, timestamp('2026-01-01T00:00:00Z').getHours('Asia/Tokyo') < 99))`,
    ],
    ['a conditional chain', `${'true?1==1:'.repeat(90)}true`],
  ])('ends soon in spite of %s', async (_what, text) => {
    const selector = compileSelector(text);
    const select = (record: typeof endpoint) => {
      try {
        return selector(record);
      } catch (error) {
        return (error as ProblemError).message;
      }
    };
    select(endpoint);
    // The processor's time, in microseconds, which others on the machine do not take.
    const start = process.cpuUsage();
    for (let i = 0; i < 5; i++) select(endpoint);
    expect(process.cpuUsage(start).user / 5).toBeLessThan(500_000);
  });

  it.each([
    ['operators', '1', ' + 1', ' == 1'],
    ['comparisons', '1', ' == 1', ''],
    ['members', 'endpoint.principal', '.id', " == ''"],
    ['members of what is not known', 'dyn(endpoint)', '.a', " == ''"],
    ['calls', 'endpoint.url', '.trim()', " == ''"],
    ['elements', 'dyn(endpoint)', '[0]', " == ''"],
    ['operators in a loop', '[1].exists(x, 1', ' + 1', ' == x)'],
    ['operators in a call', 'endpoint.url.contains("a"', ' + "a"', ')'],
    ['operators in a list', '1 in [1', ' - 1', ']'],
  ])('that chains as many %s as there is room for is refused by its name', (_what, start, link, end) => {
    const text = `${start}${link.repeat(Math.floor((4096 - start.length - end.length) / link.length))}${end}`;
    expect(check(text)).toContain(JSON.stringify(`${text.slice(0, 59)}…`));
  });

  it('may chain as many conditions as there is room for', () => {
    const text = `endpoint.port == 443${' && endpoint.port == 443'.repeat(160)}`;
    expect(check(text)).toBeUndefined();
    expect(compileSelector(text)(endpoint)).toBe(true);
  });

  it('that was stored with a deeper chain than is taken today is evaluated', () => {
    const text = `1${' + 1'.repeat(800)} == 801`;
    expect(check(text)).toContain('chains more than 250 operators, members or calls');
    expect(compileSelector(text)(endpoint)).toBe(true);
  });

  it('ends in an answer or a problem, however it is chained', () => {
    const operand = fc.constantFrom('1', 'endpoint.port', 'endpoint.url', "'a'", 'true', '[1]', "{'a': 1}");
    const link = fc.constantFrom(
      ...[' + ', ' - ', ' == ', ' < ', ' && ', ' || ', ' in ', '.a', '[0]', '.size()', ' ? 1 : ', ' != '],
    );
    const prefix = fc.constantFrom('', '!', '-', '(', '[1].all(x, ', 'size(');
    const chain = fc
      .record({
        prefix,
        head: operand,
        links: fc.array(fc.tuple(link, operand), { minLength: 1, maxLength: 3 }),
        times: fc.integer({ min: 1, max: 2000 }),
      })
      .map(({ prefix, head, links, times }) => {
        const part = links.map(([text, value]) => (text.endsWith(' ') ? `${text}${value}` : text)).join('');
        const body = `${head}${part.repeat(Math.min(times, Math.floor(4000 / part.length)))}`;
        return `${prefix}${body}${/[([]/.test(prefix) ? ')' : ''}`;
      });
    fc.assert(
      fc.property(chain, (text) => {
        const problem = check(text);
        expect(problem === undefined || problem.length < 1000).toBe(true);
        try {
          expect(typeof compileSelector(text)(endpoint)).toBe('boolean');
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('that takes more steps than there are says so by its name', () => {
    const select = compileSelector("endpoint.metadata.matches('[^c]*a[ab]{900}[^ab]')");
    expect(() => select(endpoint)).toThrow(
      `"endpoint.metadata.matches('[^c]*a[ab]{900}[^ab]')" takes too many steps`,
    );
    expect(select({ ...endpoint, metadata: '' })).toBe(false);
  });

  it.each([
    "endpoint.metadata.replace('', 'aaaa') == ''",
    "[1, 2, 3].map(a, endpoint.metadata.replace('a', 'aaa')) == []",
    `["%s%s%s%s%s%s%s%s%s"]${'.map(t, t.format([t, t, t, t, t, t, t, t, t]))'.repeat(7)}.size() == 1`,
    `[['a']]${'.map(l, [l.join("aaaaaaaaaaaaaaaaaaaaaaaa"), l.join(), l.join("b")])'.repeat(7)} == []`,
  ])('cannot make a text without end: %s', (text) => {
    const before = process.memoryUsage().heapUsed;
    try {
      expect(compileSelector(text)(endpoint)).toBe(false);
    } catch (error) {
      expect((error as Error).message).toContain('takes too many steps');
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200e6);
  });

  it('has its whole budget again for the next endpoint', async () => {
    const select = compileSelector("endpoint.all(a, endpoint.all(b, a != 'x'))");
    for (let i = 0; i < 20; i++) expect(select(endpoint)).toBe(true);
  });
});
