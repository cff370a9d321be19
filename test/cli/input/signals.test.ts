import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { interruptible } from '../../../src/cli/input/signals.ts';
import type { Streams } from '../../../src/cli/streams.ts';

describe('many that can be interrupted at once', () => {
  const wait = (streams: Pick<Streams, 'signals'>) =>
    interruptible(streams, () => new Promise<never>(() => {})).catch((error: Error) => error.message);

  it('listen as one, all end at a signal, and nobody listens afterwards', async () => {
    const signals = new EventEmitter();
    const streams = { signals } as Pick<Streams, 'signals'>;
    const ended = interruptible(streams, async () => 'done');
    const waiting = Array.from({ length: 30 }, () => wait(streams));
    expect(await ended).toBe('done');
    expect(signals.listenerCount('SIGINT')).toBe(1);
    signals.emit('SIGINT', 'SIGINT');
    expect(new Set(await Promise.all(waiting)).size).toBe(1);
    expect(signals.listenerCount('SIGINT') + signals.listenerCount('SIGTERM')).toBe(0);
  });
});
