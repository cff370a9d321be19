import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

/** Runs commands against a served demo account; the answer is what they print. */
async function served() {
  const cwd = temporaryDirectory();
  const { env } = await serveInProcess(['--data', 'a.db', '--seed', 'demo'], { cwd });
  return {
    env,
    cwd,
    stdout: async (...argv: string[]) => {
      const { exitCode, stdout, stderr } = await runCli(['sandbox', ...argv], { env, cwd });
      expect({ exitCode, stderr }, argv.join(' ')).toEqual({ exitCode: 0, stderr: '' });
      return stdout;
    },
  };
}

describe('what the sandbox tells of itself', () => {
  it('takes --query, --columns and every format', async () => {
    const { stdout, env } = await served();
    expect(await stdout('agents', 'list', '--query', "[?os=='windows'].os")).toBe('windows\n');
    expect(await stdout('agents', 'list', '--columns', 'os', '--sort-by', 'os', '-o', 'raw')).toBe(
      'darwin\nlinux\nlinux\nwindows\n',
    );
    expect(await stdout('info', '--query', 'account_id')).toBe(`${demoIds.account.account}\n`);
    expect(await stdout('info', '--columns', 'admin.name,objects.endpoints', '-o', 'csv')).toMatch(
      /^admin\.name,objects\.endpoints\r\n[^,]+,\d+\r\n$/,
    );
    expect(await stdout('info', '--columns', 'account_id', '-o', 'raw')).toBe(`${demoIds.account.account}\n`);
    expect(await stdout('info', '-o', 'none')).toBe('');
    await runCli(['endpoints', 'create', '--url', 'https://new.example.com'], { env });
    expect(await stdout('events', '--query', "[?event_type=='endpoint_created.v0'].object.url")).toBe(
      'https://new.example.com\n',
    );
    expect(await stdout('events', '--sort-by', '-event_type', '--columns', 'event_type')).toBe(
      'reserved_domain_created.v0\nendpoint_created.v0\n',
    );
    expect(await stdout('requests', '--query', "[?operation=='endpoints.create'].status")).toBe('201\n');
    expect(await stdout('requests', '--query', "[?time<'2000'].time")).toBe('');
    await runCli(['sandbox', 'faults', 'add', 'method=DELETE,status=503'], { env });
    expect(await stdout('faults', 'list', '--columns', 'fault', '-o', 'raw')).toContain('status=503');
    expect(await stdout('faults', 'list', '--query', 'sum([].disturbed)')).toBe('0\n');
  });

  it('prints the place of the data file as it is, and what is around it where that is chosen', async () => {
    const cwd = temporaryDirectory();
    const path = async (...argv: string[]) =>
      (await runCli(['sandbox', 'path', '--data', 'a.db', ...argv], { cwd })).stdout;
    expect(await path()).toBe(`${cwd}/a.db\n`);
    expect(await path('-o', 'raw')).toBe(`${cwd}/a.db\n`);
    expect(await path('--query', 'exists')).toBe('false\n');
    expect(await path('--columns', 'key')).toBe(`${cwd}/a.db.key\n`);
  });

  it('refuses a column that there is not before it asks, also where the list is empty', async () => {
    const { env } = await served();
    for (const words of ['faults list', 'agents list', 'events', 'requests', 'info']) {
      const argv = ['sandbox', ...words.split(' '), '--columns', 'nope'];
      const { exitCode, stdout, stderr } = await runCli(argv, {
        env: { ...env, TUNNELCTL_API_KEY: 'wrong' },
      });
      expect({ exitCode, stdout }, words).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain('error: --columns "nope" is not a column');
    }
    expect((await runCli(['sandbox', 'faults', 'list', '--columns', 'id'], { env })).stdout).toBe('');
  });

  it('that goes on and on has no end for a query', async () => {
    const { env } = await served();
    for (const option of [
      ['--query', '[0]'],
      ['--sort-by', 'time'],
    ]) {
      const { exitCode, stderr } = await runCli(['sandbox', 'requests', '--follow', ...option], { env });
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`error: ${option[0]} needs the end that --follow never comes to`);
    }
  });

  it('shows an agent that was connected as a record', async () => {
    const { stdout } = await served();
    expect(await stdout('agents', 'connect', '--os', 'darwin', '--query', 'os')).toBe('darwin\n');
    expect(await stdout('agents', 'connect', '--columns', 'os,transport', '-o', 'csv')).toMatch(
      /^os,transport\r\nlinux,.+\/2\r\n$/,
    );
  });
});
