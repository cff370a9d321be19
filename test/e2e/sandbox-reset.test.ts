import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { launcher, tunnelctl } from '../harness/program.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

/** Runs `sandbox reset` at a terminal that script(1) makes, and answers the question with these keys. */
async function resetAtTerminal(data: string, keys: string): Promise<string> {
  const command = `${process.execPath} ${launcher} sandbox reset --data ${data}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: join(data, '..'), TERM: 'xterm', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let isAsked = false;
  child.stdout.on('data', (chunk: Buffer) => {
    if (isAsked || !chunk.includes('Throw all of this away?')) return;
    isAsked = true;
    child.stdin.write(keys);
  });
  return text(child.stdout);
}

it('sandbox reset shows what will go and asks; only a yes makes it go', async () => {
  const data = join(temporaryDirectory(), 'a.db');
  await tunnelctl(['sandbox', 'seed', 'demo', '--data', data]);
  const accountId = async () =>
    JSON.parse((await tunnelctl(['sandbox', 'info', '-o', 'json', '--data', data])).stdout).account_id;
  const before = await accountId();

  const refused = await resetAtTerminal(data, 'n\r');
  expect(refused).toContain(`The account ${before} in ${data} holds:`);
  expect(refused).toMatch(/ {2}14 endpoints\r?\n/);
  expect(refused).toMatch(/error: not confirmed; nothing was changed/);
  expect(await accountId()).toBe(before);

  expect(await resetAtTerminal(data, '\u0003')).not.toContain('threw away');
  expect(await accountId()).toBe(before);

  expect(await resetAtTerminal(data, 'y\r')).toContain(`threw away ${before}`);
  expect(await accountId()).not.toBe(before);
});
