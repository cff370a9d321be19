import { describe, expect, it } from 'vitest';
import { rewrap } from '../../../src/cli/help/wrap.ts';
import { runCli } from '../../harness/run-cli.ts';

const help = async (line: string, surroundings = {}) =>
  (await runCli([...line.split(' ').filter(Boolean), '--help'], surroundings)).stdout;

describe('help', () => {
  it('has examples before options, and what every command takes last', async () => {
    const text = await help('endpoints create');
    const headings = [...text.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Examples', 'Options', 'Output options', 'Input options', 'Global options']);
    expect(text).toMatch(/^Usage: .*\n\nCreate a cloud endpoint\.\n\n/);
    expect((await help('')).match(/^(?:Examples|Resources|Global options):$/gm)).toEqual([
      'Examples:',
      'Resources:',
      'Global options:',
    ]);
  });

  it.each([40, 60, 80, 132])('fits %d columns', async (columns) => {
    const lines = [
      '',
      'endpoints',
      'kubernetes-operators create',
      'event-destinations create',
      'sandbox faults add',
    ];
    for (const line of lines) {
      const text = await help(line, { columns });
      // An example is pasted, and a long word cannot be broken.
      const shown = text.replace(/^Examples:\n(?:(?: {2}.*)?\n)+/m, '').split('\n');
      const long = shown.filter((one) => one.length > columns && !/^ +-\S+ <\S+>$/.test(one));
      expect(long, line).toEqual([]);
    }
  });

  it('uses the width that there is', async () => {
    const widest = async (columns: number) =>
      Math.max(...(await help('endpoints create', { columns })).split('\n').map((line) => line.length));
    expect(await widest(132)).toBeGreaterThan(110);
  });

  it('is coloured on a terminal, by the usual variables, and says the same then', async () => {
    const plain = await help('endpoints create');
    expect(plain).not.toContain('\u001b');
    const coloured = await help('endpoints create', { isTTY: true });
    expect(coloured).toContain('\u001b[1mExamples:\u001b[22m');
    expect(coloured).toContain('\u001b[36m--url <url>\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
    for (const env of [{ NO_COLOR: '1' }, { CLICOLOR: '0' }, { TERM: 'dumb' }, { TUNNELCTL_COLOR: 'never' }])
      expect(await help('endpoints create', { isTTY: true, env })).toBe(plain);
    for (const env of [{ FORCE_COLOR: '1' }, { CLICOLOR_FORCE: '1' }, { TUNNELCTL_COLOR: 'always' }])
      expect(await help('endpoints create', { env })).toBe(coloured);
  });

  it('says what a command exits with where that is its own', async () => {
    expect(await help('ssh-user-certificates needs-renewal')).toContain(
      'Exit codes:\n  0                      it should\n  1                      not yet\n',
    );
  });
});

describe('a text that is laid out', () => {
  const text = `What holds for a command is looked for in this order, and the first that has it
counts:

  table, wide: on a terminal columns that fit its width (wide: cells up to 40
      columns, lines as long as it takes), times as words.
  --columns id,type  these alone, in every format but id; dots reach into what
                     is a member
  NO_COLOR           when set, no colours
  tunnelctl tunnel-sessions list --sort-by -started_at --columns id,agent_version`;

  it('stays as it is where it fits', () => {
    expect(rewrap(text, 82)).toBe(text);
  });

  it('is broken anew where it does not, but for what is pasted', () => {
    expect(rewrap(text, 50)).toBe(`What holds for a command is looked for in this
order, and the first that has it counts:

  table, wide: on a terminal columns that fit its
      width (wide: cells up to 40 columns, lines
      as long as it takes), times as words.
  --columns id,type  these alone, in every format
                     but id; dots reach into what
                     is a member
  NO_COLOR           when set, no colours
  tunnelctl tunnel-sessions list --sort-by -started_at --columns id,agent_version`);
  });
});

describe('errors', () => {
  it('are coloured on a terminal, each stream by itself', async () => {
    const failed = async (surroundings: object) => (await runCli(['entirely-else'], surroundings)).stderr;
    const plain = "error: unknown command 'entirely-else'\nhint: tunnelctl --help shows what it takes\n";
    expect(await failed({})).toBe(plain);
    expect(await failed({ isTTY: true })).toBe(
      plain.replace('error:', '\u001b[31merror:\u001b[39m').replace('hint:', '\u001b[36mhint:\u001b[39m'),
    );
    expect(await failed({ isTTY: true, env: { NO_COLOR: '1' } })).toBe(plain);
    expect(await failed({ isTTY: true, stderrIsTTY: false })).toBe(plain);
    expect(await failed({ stderrIsTTY: true })).toContain('\u001b[31merror:');
    expect(await failed({ isTTY: true, env: { TUNNELCTL_OUTPUT: 'json' } })).toMatch(/^\{"error":/);
  });

  it('keep the stream of help apart from that of errors', async () => {
    const unasked = await runCli(['endpoints'], { stderrIsTTY: true });
    expect(unasked).toMatchObject({ exitCode: 2, stdout: '' });
    expect(unasked.stderr).toContain('\u001b[1mUsage:');
    expect((await runCli(['endpoints', '--help'], { stderrIsTTY: true })).stdout).not.toContain('\u001b');
  });
});
