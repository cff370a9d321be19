import { describe, expect, it } from 'vitest';
import { launcher, tunnelctl } from '../harness/built-program.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { hasTmux, openScript } from '../harness/terminal.ts';

/** Surroundings with the demo account in a sandbox of their own. */
async function demo(): Promise<Record<string, string>> {
  const env = { HOME: temporaryDirectory(), TUNNELCTL_PROFILE: 'sandbox', NO_COLOR: '1' };
  expect(await tunnelctl(['sandbox', 'seed', 'demo'], { env })).toMatchObject({ exitCode: 0 });
  return env;
}

/** The files of the program that a run of it loads, by what Node tells of them. */
const loaded = (log: string) => [...log.matchAll(/load "([^"]*chunks[^"]*)"/g)].map(([, file]) => file);

it('a list on a pipe loads nothing that draws tables', async () => {
  const env = { ...(await demo()), NODE_DEBUG: 'module' };
  const piped = await tunnelctl(['tunnels', 'list'], { env });
  expect(loaded(piped.stderr)).not.toEqual([]);
  expect(loaded(piped.stderr).join('\n')).not.toContain('terminal-table');
  const drawn = await tunnelctl(['tunnels', 'list', '--headers'], { env });
  expect(loaded(drawn.stderr).join('\n')).toContain('terminal-table');
});

describe.skipIf(!hasTmux)('a table on a real terminal (needs tmux)', () => {
  it('lines up behind links', async () => {
    const { NO_COLOR: _, ...env } = await demo();
    const list = ['endpoints', 'list', '--columns', 'url,type', '--limit', '8', '--no-pager'];
    const terminal = openScript('"$@"', { ...env, FORCE_COLOR: '1' }, {}, [
      process.execPath,
      launcher,
      ...list,
    ]);
    const screen = await terminal.shows('[exit code 0]');
    const lines = screen.split('\n').filter((line) => /(ephemeral|edge|TYPE)$/.test(line));
    expect(lines).toHaveLength(9);
    expect(new Set(lines.map((line) => line.search(/\S+$/))).size).toBe(1);
  });

  it('that says its width is 0 is drawn for 80 columns', async () => {
    const env = await demo();
    const terminal = openScript('stty cols 0; "$@"; stty cols 120', env, { columns: 120 }, [
      process.execPath,
      launcher,
      'tunnels',
      'list',
      '--no-pager',
    ]);
    const screen = await terminal.shows('[exit code 0]');
    expect(screen).toContain('FORWARDS_TO');
    for (const line of screen.split('\n').filter((text) => text.startsWith('tn_'))) {
      expect(line.length).toBeLessThanOrEqual(80);
      expect(line).toMatch(/^tn_\w{27} {2}\S/);
    }
  });
});
