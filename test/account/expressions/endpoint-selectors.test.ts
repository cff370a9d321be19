import { describe, expect, it } from 'vitest';
import {
  loadSelectorChecker,
  loadSelectorCompiler,
} from '../../../src/account/expressions/endpoint-selectors.ts';

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
  ])('takes the endpoint with %s', async (text) => {
    expect(await selects(text)).toBe(true);
  });

  it.each([
    ['false', 'is false'],
    ["endpoint.proto == 'tcp'", 'does not hold'],
    ['endpoint.domain.id == "rd_1"', 'asks for what is not there'],
    ['endpoint.url', 'is not a boolean'],
    ["endpoint.port > 'a'", 'compares what cannot be compared'],
    ['1 / 0 == 1', 'fails'],
  ])('does not take it with %s, which %s', async (text) => {
    expect(await selects(text)).toBe(false);
  });

  it.each([
    ['', 'must not be empty; write "true" for always'],
    ['endpoint.', 'is not a CEL expression'],
    [
      'proto == "https"',
      '"proto == \\"https\\"" is not a selector: there is no variable "proto"; write endpoint.<field>',
    ],
    ['endpoint.protocol == "https"', 'an endpoint has no "protocol"; its fields are id, uri, '],
    ['endpoint.traffic_policy != ""', 'an endpoint has no "traffic_policy"'],
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
    const select = compileSelector(text);
    select(endpoint);
    // The processor's time, in microseconds, which others on the machine do not take.
    const start = process.cpuUsage();
    for (let i = 0; i < 5; i++) select(endpoint);
    expect(process.cpuUsage(start).user / 5).toBeLessThan(500_000);
  });

  it('has its whole budget again for the next endpoint', async () => {
    const select = compileSelector("endpoint.all(a, endpoint.all(b, a != 'x'))");
    for (let i = 0; i < 20; i++) expect(select(endpoint)).toBe(true);
  });
});
