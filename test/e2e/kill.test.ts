import { it } from 'vitest';
import { proveKills } from './kill-proof.ts';

it('serve keeps what it answered, and nothing by half, over 8 kills at random moments', async () => {
  await proveKills(8);
});
