import { describe, expect, it } from 'vitest';
import { takeTurns } from '../../../src/account/records/turns.ts';

/** Keeps the processor busy for at least so long, whatever else the machine does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

async function workInTurns(pieces: number, onPiece: () => void): Promise<void> {
  for (let i = 0; i < pieces; i++) {
    await takeTurns();
    onPiece();
    work(3);
  }
}

describe('a long answer', () => {
  it('lets everything else that waits run after a few milliseconds, however many there are', async () => {
    const lengths: number[] = [];
    let pieces = 0;
    let isDone = false;
    const look = () => {
      lengths.push(pieces);
      pieces = 0;
      if (!isDone) setImmediate(look);
    };
    setImmediate(look);
    await Promise.all(
      Array.from({ length: 4 }, () =>
        workInTurns(10, () => {
          pieces += 1;
        }),
      ),
    );
    isDone = true;
    expect(lengths.reduce((sum, length) => sum + length, pieces)).toBe(40);
    // At first each of those that came together has one, and then nobody has any more after two of 3 ms.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4);
  });

  it('does not keep another one waiting until it is done', async () => {
    const done: string[] = [];
    const long = workInTurns(60, () => {}).then(() => done.push('long'));
    const short = workInTurns(5, () => {}).then(() => done.push('short'));
    await Promise.all([long, short]);
    expect(done).toEqual(['short', 'long']);
  });
});
