import { it } from 'vitest';
import { proveKills } from './kill-proof.ts';

const kills = Number(process.env.KILL_ROUNDS ?? 150);

it(
  `serve keeps what it answered, and nothing by half, over ${kills} kills at random moments`,
  async () => {
    console.log(await proveKills(kills));
    // Nothing takes so long; a round takes longer the more the file holds.
  },
  kills * 20_000,
);
