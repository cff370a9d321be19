import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/server/app/app.ts';
import { limitRate, parseRateLimit, SlidingWindow } from '../../../src/server/faults/rate-limit.ts';

function limited(text: string) {
  const clock = { now: 5_000_000 };
  const limit = parseRateLimit(text);
  const app = createApp('http://api.test', [limitRate(limit, () => clock.now)], async () => ({
    status: 200,
    headers: {},
    body: '{}',
  }));
  const call = (key: string, scheme = 'Bearer') =>
    app({ method: 'GET', target: '/endpoints', headers: { authorization: `${scheme} ${key}` } });
  return { call, clock };
}

describe('--rate-limit', () => {
  it('answers 429 to what a key sends above it, and says when to come back', async () => {
    const { call, clock } = limited('2/60s');
    expect(await call('a')).toMatchObject({
      status: 200,
      headers: { 'ratelimit-limit': '2', 'ratelimit-remaining': '1' },
    });
    expect((await call('a')).headers['ratelimit-remaining']).toBe('0');
    const refused = await call('a');
    expect(refused).toMatchObject({ status: 429, headers: { 'ratelimit-remaining': '0' } });
    expect(JSON.parse(refused.body)).toMatchObject({ error_code: 'ERR_RATE_LIMITED', status_code: 429 });
    const after = Number(refused.headers['retry-after']);
    expect(after).toBeGreaterThanOrEqual(60);
    expect(after).toBeLessThanOrEqual(61);
    expect((await call('b')).status).toBe(200);
    clock.now += (after - 2) * 1000;
    expect((await call('a')).status).toBe(429);
    clock.now += 2000;
    expect((await call('a')).status).toBe(200);
  });

  it('counts for a key, however its header is written', async () => {
    const { call } = limited('1/60s');
    const key = `${'a'.repeat(27)}_${'b'.repeat(30)}`;
    expect((await call(key)).status).toBe(200);
    expect((await call(key, 'bearer ')).status).toBe(429);
    expect((await call(`${'a'.repeat(27)}_${'c'.repeat(30)}`)).status).toBe(200);
  });

  it.each(['5', '0/60s', '5/60', '5/0s', '5/99ms', '5/25h', '-1/60s', '5/60s '])('%s is refused', (text) => {
    expect(() => parseRateLimit(text)).toThrow(`--rate-limit ${JSON.stringify(text)} is not a rate`);
  });
});

it('no stretch of the window holds more than the limit, and whoever waits as told gets through', () => {
  const windowMs = 1000;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 60 }),
      (limit, steps) => {
        const window = new SlidingWindow(limit, windowMs);
        const taken: number[] = [];
        let now = 123_456;
        for (const step of steps) {
          now += step;
          if (window.take(now)) taken.push(now);
          else now += Math.ceil(window.state(now).waitMs);
          expect(window.state(now).remaining).toBeGreaterThanOrEqual(0);
        }
        for (const time of taken) {
          const within = taken.filter((other) => other >= time && other < time + windowMs);
          expect(within.length).toBeLessThanOrEqual(limit);
        }
        const { remaining, waitMs } = window.state(now);
        expect(remaining > 0 || window.take(now + Math.ceil(waitMs))).toBe(true);
      },
    ),
  );
});
