import { describe, expect, it } from 'vitest';
import { takeTurns } from '../../../src/account/records/turns.ts';
import { inEachTurn, keepBusy } from '../../harness/event-loop.ts';

async function workInTurns(pieces: number, onPiece: () => void): Promise<void> {
  for (let i = 0; i < pieces; i++) {
    await takeTurns();
    onPiece();
    keepBusy(3);
  }
}

describe('a long answer', () => {
  it('lets everything else that waits run after a few milliseconds, however many there are', async () => {
    const lengths: number[] = [];
    let pieces = 0;
    const look = () => {
      lengths.push(pieces);
      pieces = 0;
    };
    await inEachTurn(look, () =>
      Promise.all(
        Array.from({ length: 4 }, () =>
          workInTurns(10, () => {
            pieces += 1;
          }),
        ),
      ),
    );
    expect(lengths.reduce((sum, length) => sum + length, pieces)).toBe(40);
    // Those that come together have a piece each and the first of them another; later nobody has any after two of 3 ms.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(5);
  });

  it('does not keep another one waiting until it is done', async () => {
    const done: string[] = [];
    const long = workInTurns(60, () => {}).then(() => done.push('long'));
    const short = workInTurns(5, () => {}).then(() => done.push('short'));
    await Promise.all([long, short]);
    expect(done).toEqual(['short', 'long']);
  });
});
