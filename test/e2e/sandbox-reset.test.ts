import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tunnelctl } from '../harness/built-program.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { hasTmux, openTerminal } from '../harness/terminal.ts';

/** Runs `sandbox reset` at a terminal and answers the question with these keys; what the screen shows then. */
async function resetAtTerminal(data: string, ...keys: string[]): Promise<string> {
  const terminal = openTerminal(['sandbox', 'reset', '--data', data], { HOME: dirname(data) });
  await terminal.shows('Throw all of this away? (y/N)');
  terminal.type(...keys);
  return terminal.shows(/\[exit code \d+\]/);
}

describe.skipIf(!hasTmux)('at a real terminal (needs tmux)', () => {
  it('sandbox reset shows what will go and asks; only a yes makes it go', async () => {
    const data = join(temporaryDirectory(), 'a.db');
    await tunnelctl(['sandbox', 'seed', 'demo', '--data', data]);
    const accountId = async () =>
      JSON.parse((await tunnelctl(['sandbox', 'info', '-o', 'json', '--data', data])).stdout).account_id;
    const before = await accountId();

    const refused = await resetAtTerminal(data, 'n', 'Enter');
    expect(refused).toContain(`The account ${before} in ${data} holds:`);
    expect(refused).toMatch(/^ {2}14 endpoints$/m);
    expect(refused).toMatch(/error: not confirmed; nothing was changed\n\[exit code 1\]/);
    expect(await accountId()).toBe(before);

    const interrupted = await resetAtTerminal(data, 'C-c');
    expect(interrupted).toContain('[exit code 130]');
    expect(interrupted).not.toContain('threw away');
    expect(await accountId()).toBe(before);

    expect(await resetAtTerminal(data, 'y', 'Enter')).toContain(`threw away ${before}`);
    expect(await accountId()).not.toBe(before);
  });
});
