import { describe, expect, it } from 'vitest';
import { runCli } from '../../../harness/run-cli.ts';

const explain = async (...argv: string[]) => (await runCli(['explain', ...argv])).stdout;

describe('explain', () => {
  it('shows what is chosen of one code', async () => {
    expect(await explain('ERR_NOT_FOUND', '--query', 'exit_code')).toBe('3\n');
    expect(await explain('ERR_NOT_FOUND', '--columns', 'code,status', '-o', 'csv')).toBe(
      'code,status\r\nERR_NOT_FOUND,404\r\n',
    );
  });

  it('shows what is chosen of the list of all codes, remedies among it', async () => {
    expect(await explain('--query', '[?status==`415`].code')).toBe('ERR_UNSUPPORTED_MEDIA_TYPE\n');
    const sorted = (await explain('--sort-by', 'code', '--columns', 'code', '-o', 'raw')).trim().split('\n');
    expect(sorted).toEqual([...sorted].sort());
    const [head = ''] = (await explain('-o', 'csv')).split('\r\n');
    expect(head).toBe('code,status,exit_code,meaning,remedy,retry,commands');
    expect((await explain()).split('\n')[0]?.split('\t')).toHaveLength(4);
  });

  it('cuts no code on a terminal, since that is what is looked up', async () => {
    const { stdout } = await runCli(['explain'], { isTTY: true, columns: 80, env: { TUNNELCTL_PAGER: '' } });
    const shown = stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(/ {2,}/)[0]);
    expect(shown).toEqual((await explain('--columns', 'code')).trim().split('\n'));
  });

  it('sorts no single code', async () => {
    expect(await runCli(['explain', 'ERR_NOT_FOUND', '--sort-by', 'code'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--sort-by sorts the list of all codes'),
    });
  });
});
