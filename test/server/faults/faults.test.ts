import { describe, expect, it } from 'vitest';
import { FaultError, parseFault } from '../../../src/server/faults/fault.ts';
import { Faults } from '../../../src/server/faults/faults.ts';

const create = { operation: 'endpoints.create', method: 'POST', path: '/endpoints', route: '/endpoints' };
const get = { operation: 'endpoints.get', method: 'GET', path: '/endpoints/ep_1', route: '/endpoints/{id}' };

describe('a fault', () => {
  it('is written as parts between commas', () => {
    expect(
      parseFault(
        'operation=endpoints.*, method=post,path=/endpoints*,status=503,retry-after=0,rate=.5,count=3',
      ),
    ).toEqual({
      operation: 'endpoints.*',
      method: 'POST',
      path: '/endpoints*',
      status: 503,
      retryAfter: 0,
      rate: 0.5,
      count: 3,
    });
    expect(parseFault('latency=200ms,stall=body')).toEqual({ rate: 1, latency: [200, 200], stall: 'body' });
    expect(parseFault('latency=100ms-2s,drop=after')).toEqual({
      rate: 1,
      latency: [100, 2000],
      drop: 'after',
    });
  });

  it.each([
    ['', '"" is not NAME=VALUE'],
    ['status', '"status" is not NAME=VALUE'],
    [
      'code=500',
      '"code" is not one of operation, method, path, status, retry-after, latency, drop, stall, rate, count',
    ],
    ['status=500,status=503', 'status is given twice'],
    [
      'operation=endpoint.create,status=500',
      'operation=endpoint.create is not an operation of the API; write one such as endpoints.create, or endpoints.* for all',
    ],
    ['method=HEAD,status=500', 'method=HEAD is not one of GET, POST, PUT, PATCH, DELETE'],
    ['path=endpoints,status=500', 'path=endpoints is not a path; start it with /'],
    ['status=200', 'status=200 is not one of 400, 401, 403, 404, 429, 500, 502, 503, 504'],
    ['latency=1h', 'latency=1h is not a time up to 600s; write 200ms, 2s or a range such as 100ms-2s'],
    ['latency=601s', 'latency=601s is not a time up to 600s; write 200ms, 2s or a range such as 100ms-2s'],
    ['latency=2s-1s', 'latency=2s-1s is not a range; write the shorter time first, as 100ms-2s'],
    ['drop=during', 'drop=during is not one of before, after'],
    ['rate=1.1,status=500', 'rate=1.1 is not a share; write a number from 0 to 1'],
    ['rate=-1,status=500', 'rate=-1 is not a share; write a number from 0 to 1'],
    ['count=0,status=500', 'count=0 is not a number of requests from 1 to 1000000000'],
    ['rate=0.5', 'nothing goes wrong; add status, latency, drop or stall'],
    ['drop=after,status=500', 'drop leaves nothing to answer; leave out drop or status'],
    ['drop=after,stall=body', 'drop leaves nothing to stall; leave out drop or stall'],
    ['status=500,retry-after=1', 'retry-after is only used with status=429 or status=503'],
  ])('%s is refused, naming the part', (text, problem) => {
    expect(() => parseFault(text)).toThrow(new FaultError(text, problem));
  });
});

describe('faults', () => {
  function isMatched(text: string, request: typeof create): boolean {
    const faults = new Faults(1);
    faults.add([`${text},status=500`]);
    return faults.match(request).length > 0;
  }

  it('match the requests that operation, method and path mean, and no others', () => {
    for (const text of [
      'operation=endpoints.create',
      'operation=endpoints.*',
      'method=POST',
      'path=/endpoints',
    ]) {
      expect(isMatched(text, create), text).toBe(true);
    }
    for (const text of [
      'operation=endpoints.create',
      'operation=api-keys.*',
      'method=POST',
      'path=/endpoints',
    ]) {
      expect(isMatched(text, get), text).toBe(false);
    }
    for (const text of [
      'path=/endpoints/ep_1',
      'path=/endpoints/{id}',
      'path=/endpoints*',
      'operation=endp*',
    ]) {
      expect(isMatched(text, get), text).toBe(true);
    }
    expect(isMatched('operation=endpoints.*,method=DELETE', get)).toBe(false);
  });

  it('are injected into the same requests in every run of the same seed, whatever other faults do', () => {
    const runOf = (seed: number, before: readonly string[]) => {
      const faults = new Faults(seed);
      faults.add(['operation=endpoints.create,latency=0ms-1s,rate=0.3', ...before]);
      return Array.from({ length: 1000 }, () => faults.match(create)[0]?.latencyMs);
    };
    const run = runOf(7, []);
    expect(runOf(7, [])).toEqual(run);
    expect(runOf(8, [])).not.toEqual(run);
    const times = run.filter((time) => time !== undefined);
    expect(times.length).toBeGreaterThan(230);
    expect(times.length).toBeLessThan(370);
    expect(Math.max(...times)).toBeGreaterThan(900);
    expect(Math.min(...times)).toBeLessThan(100);
    expect(runOf(7, ['operation=endpoints.get,status=500'])).toEqual(run);
  });

  it('end after their count, and are counted', () => {
    const faults = new Faults(1);
    faults.add(['status=503,count=2']);
    expect([1, 2, 3].map(() => faults.match(create).length)).toEqual([1, 1, 0]);
    expect(faults.list()).toEqual([{ id: 'fault_1', fault: 'status=503,count=2', matched: 3, disturbed: 2 }]);
  });

  it('are added all or none', () => {
    const faults = new Faults(1);
    expect(() => faults.add(['status=503', 'status=1'])).toThrow(FaultError);
    expect(faults.isEmpty).toBe(true);
  });
});
