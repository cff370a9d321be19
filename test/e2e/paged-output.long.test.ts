import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { launcher, tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { hasTmux, openShell } from '../harness/terminal.ts';

/** A served account with this many endpoints, the newest with the highest number. */
async function serveEndpoints(count: number): Promise<Record<string, string>> {
  const seed = join(temporaryDirectory(), 'seed.json');
  const endpoints = Array.from({ length: count }, (_, i) => ({ url: `https://app${i + 1}.example.com` }));
  writeFileSync(seed, JSON.stringify({ endpoints }));
  const { env } = await startServe(['--ephemeral', '--seed', seed]);
  return env;
}

/**
 * A pager that shows three lines and says what happens to it: `read 131` once it has everything, `interrupted` at
 * Ctrl-C. It ends at the next line that is typed.
 */
const pager = `
const { createReadStream } = require('node:fs');
const { createInterface } = require('node:readline');
process.on('SIGINT', () => console.log('interrupted'));
let read = 0;
createInterface(process.stdin).on('line', (line) => {
  read += 1;
  if (read <= 3) console.log(line);
}).on('close', () => console.log('read ' + read));
createInterface(createReadStream('/dev/tty')).on('line', () => process.exit());
`;

describe.skipIf(!hasTmux)('long output on a real terminal (needs tmux)', () => {
  it('goes through less, which may be left early, and a note follows', async () => {
    const env = await serveEndpoints(130);
    const terminal = await openShell({ ...env, HOME: temporaryDirectory(), LESS: '' }, { rows: 24 });
    terminal.type('tunnelctl endpoints list; echo "exit code $?"', 'Enter');
    const first = await terminal.shows(/https:\/\/app110\.example\.com[\s\S]*\n:$/);
    expect(first).not.toContain('exit code 0');
    terminal.type('q');
    const after = await terminal.shows('exit code 0');
    expect(after).toContain('note: these are the first 100; --all shows all, --limit <number> that many');
  });

  it('leaves Ctrl-C to the pager, and goes on once the pager is done', async () => {
    const env = await serveEndpoints(130);
    const home = temporaryDirectory();
    writeFileSync(join(home, 'pager.cjs'), pager);
    const variables = { ...env, HOME: home, PAGER: `'${process.execPath}' '${join(home, 'pager.cjs')}'` };
    const terminal = await openShell(variables, { rows: 24 });
    terminal.type('tunnelctl endpoints list --all; echo "left with $?"', 'Enter');
    // A head, and every endpoint.
    expect(await terminal.shows(/^read 131$/m)).toContain('https://app130.example.com');
    terminal.type('C-c');
    await terminal.shows(/interrupted$/m);
    terminal.type('C-c');
    const twice = await terminal.shows(/interrupted\n[\s\S]*interrupted$/m);
    expect(twice).not.toMatch(/^left with/m);
    terminal.type('Enter');
    await terminal.shows(/^left with 0$/m);
  });

  it('takes the pager that is named, or none', async () => {
    const env = await serveEndpoints(40);
    const terminal = await openShell({ ...env, HOME: temporaryDirectory() }, { rows: 24 });
    terminal.type('PAGER="head -n 2" tunnelctl endpoints list; echo "exit code $?"', 'Enter');
    const headed = await terminal.shows('exit code 0');
    expect(headed).toContain('https://app40.example.com');
    expect(headed).not.toContain('https://app39.example.com');
    terminal.type('clear; tunnelctl endpoints list --no-pager; echo "whole $?"', 'Enter');
    expect(await terminal.shows('whole 0')).toContain('https://app1.example.com');
    terminal.type('clear; TUNNELCTL_PAGER= PAGER=false tunnelctl endpoints list; echo "plain $?"', 'Enter');
    expect(await terminal.shows('plain 0')).toContain('https://app1.example.com');
    terminal.type('clear; PAGER=no-such-pager tunnelctl endpoints list; echo "anyway $?"', 'Enter');
    expect(await terminal.shows('anyway 0')).toContain('https://app1.example.com');
  });

  it('is redrawn by --watch, and the screen is given back at Ctrl-C', async () => {
    const env = await serveEndpoints(1);
    const terminal = await openShell({ ...env, HOME: temporaryDirectory() }, { rows: 24 });
    terminal.type(
      'clear; echo before; tunnelctl endpoints list --watch --interval 0.5; echo "exit code $?"',
      'Enter',
    );
    const watching = await terminal.shows('every 0.5 s: tunnelctl endpoints list');
    expect(watching).not.toContain('before');
    await tunnelctl(['endpoints', 'create', '--url', 'https://new.example.com'], { env });
    await terminal.shows('https://new.example.com');
    terminal.type('C-c');
    const after = await terminal.shows('exit code 130');
    expect(after).toContain('before');
    expect(after).toContain('https://new.example.com');
    expect(after).not.toContain('every 0.5 s');
  });
});

it('ends quietly when the reader of the pipe has enough', async () => {
  const env = await serveEndpoints(120);
  for (const format of ['table', 'jsonl', 'json', 'csv', 'yaml']) {
    const line = `"$NODE" "$LAUNCHER" endpoints list -o ${format} --page-size 1 | head -n 1`;
    const { stdout, stderr } = await execa('bash', ['-c', `${line}; echo "exit code \${PIPESTATUS[0]}"`], {
      env: {
        ...env,
        NODE: process.execPath,
        LAUNCHER: launcher,
        PATH: process.env.PATH ?? '',
        HOME: temporaryDirectory(),
      },
      extendEnv: false,
    });
    expect(stdout.split('\n').at(-1), format).toBe('exit code 0');
    expect(stderr, format).toBe('');
  }
});
