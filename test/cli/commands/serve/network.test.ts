import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limitOptions, readLimits } from '../../../../src/cli/commands/serve/network.ts';
import { createContext } from '../../../../src/cli/context.ts';
import { GivenOptions } from '../../../../src/cli/parser/given-options.ts';
import { readGlobalOptions } from '../../../../src/cli/parser/global-option-definitions.ts';
import { createPrinter } from '../../../../src/cli/printer.ts';
import { processStreams } from '../../../../src/cli/streams.ts';
import { defaultLimits } from '../../../../src/server/http/http-server.ts';
import { runCli, startCli } from '../../../harness/run-cli.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

describe('what serve does not open', () => {
  it.each([
    [
      ['--host', '0.0.0.0'],
      'error: --host 0.0.0.0 lets other machines reach the service\n' +
        'hint: leave --host out to serve this machine only, or add --allow-remote, and --tls-cert and --tls-key with it\n',
    ],
    [['--host', '::'], 'error: --host :: lets other machines reach the service\n'],
    [['--host', ''], 'error: --host names no address; leave it out for 127.0.0.1\n'],
    [
      ['--host', 'nowhere.invalid'],
      'error: --host "nowhere.invalid" is neither an address nor a name that has one; leave it out for 127.0.0.1\n',
    ],
    [['--tls-cert', 'cert.pem'], 'error: --tls-cert needs --tls-key, the private key of the certificate\n'],
    [['--tls-key', 'key.pem'], 'error: --tls-key needs --tls-cert, the certificate of the key\n'],
    [
      ['--tls-cert', 'no.pem', '--tls-key', 'no.key'],
      'error: --tls-cert cannot read the file no.pem: no such file or directory\n',
    ],
    [
      ['--tls-cert', 'junk.pem', '--tls-key', 'junk.pem'],
      'error: --tls-cert junk.pem holds no certificate in PEM (-----BEGIN CERTIFICATE-----)\n',
    ],
    [
      ['--allowed-host', 'http://x/'],
      'error: --allowed-host "http://x/" is not a host\n' +
        'hint: write a name as it stands in a URL, such as sandbox.example.com or sandbox.example.com:8443\n',
    ],
    [
      ['--max-body', '2MiB'],
      'error: --max-body "2MiB" is not a number of bytes from 1024 to 1048576; write 65536 or 64KiB\n',
    ],
    [['--max-connections', '0'], 'error: --max-connections "0" is not a whole number from 1 to 1000000\n'],
    [['--idle-timeout', '1s'], 'error: --idle-timeout "1s" is not a number of seconds from 0.1 to 86400\n'],
    [
      ['--header-timeout', '9', '--request-timeout', '3'],
      'error: --header-timeout is part of --request-timeout and cannot be longer\n',
    ],
  ])('with %j it says so, and makes no file', async (flags, stderr) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'junk.pem'), 'junk');
    const outcome = await runCli(['serve', '--data', 'new.db', '--port', '0', ...flags], { cwd });
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr.startsWith(stderr), outcome.stderr).toBe(true);
    expect(existsSync(join(cwd, 'new.db'))).toBe(false);
  });
});

describe('files that serve names', () => {
  it('may be below the home directory', async () => {
    const home = temporaryDirectory();
    const names = ['-subj', '/CN=sandbox', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key.pem'];
    execFileSync('openssl', ['req', '-x509', ...key, ...names, '-out', 'cert.pem'], {
      cwd: home,
      stdio: 'pipe',
    });
    const tls = ['--tls-cert', '~/cert.pem', '--tls-key', '~/key.pem'];
    const cli = startCli(['serve', '--data', '~/own.db', '--port', '0', '--print', 'json', ...tls], {
      cwd: temporaryDirectory(),
      env: { HOME: home },
    });
    await cli.firstOutput;
    cli.signal('SIGTERM');
    const { stdout, stderr, exitCode } = await cli.outcome;
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      url: expect.stringMatching(/^https:/),
      data: join(home, 'own.db'),
    });
  });

  it('may be stdin, once', async () => {
    const cwd = temporaryDirectory();
    const serve = ['serve', '--ephemeral', '--port', '0', '--print', 'json'];
    const stdin = 'endpoints:\n  - url: https://piped.example.com\n';
    const cli = startCli([...serve, '--seed', '-'], { cwd, stdin });
    await cli.firstOutput;
    const { url, api_key } = JSON.parse(cli.stdout());
    const env = { TUNNELCTL_BASE_URL: url, TUNNELCTL_API_KEY: api_key };
    const listed = await runCli(['endpoints', 'list', '-o', 'json'], { env });
    cli.signal('SIGTERM');
    expect(await cli.outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ url: 'https://piped.example.com' }]);
    expect(
      await runCli([...serve, '--seed', '-', '--tls-cert', '-', '--tls-key', 'k'], { cwd, stdin }),
    ).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: --tls-cert - cannot read stdin, which --seed - already reads\n',
    });
  });
});

describe('serve --allow-remote', () => {
  it('warns on stderr of what is not encrypted', async () => {
    const args = [
      'serve',
      '--ephemeral',
      '--port',
      '0',
      '--host',
      '0.0.0.0',
      '--allow-remote',
      '--print',
      'json',
    ];
    const cli = startCli(args, { cwd: temporaryDirectory() });
    await cli.firstOutput;
    cli.signal('SIGTERM');
    const { stdout, stderr, exitCode } = await cli.outcome;
    expect(JSON.parse(stdout).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(stderr).toBe(
      'warning: other machines reach this service, and API keys and secrets pass without encryption; ' +
        'add --tls-cert and --tls-key\n',
    );
    expect(exitCode).toBe(0);
  });
});

describe('limits', () => {
  const streams = processStreams();
  const context = createContext(streams, createPrinter(streams), readGlobalOptions(new GivenOptions()));

  /** What the service gets for texts, by the names that it has for its limits. */
  async function limitsOf(texts: Readonly<Partial<Record<keyof typeof limitOptions, string>>>) {
    const given = new GivenOptions();
    for (const [name, definition] of Object.entries(limitOptions)) {
      const text = texts[name as keyof typeof limitOptions];
      if (text !== undefined) given.add(definition, text);
    }
    return readLimits(await given.read(limitOptions, context));
  }

  it('have in help the defaults that the service has', async () => {
    const told = Object.entries(limitOptions).map(([name, { fallback }]) => [name, fallback]);
    expect(await limitsOf(Object.fromEntries(told))).toEqual(defaultLimits);
  });

  it('are read in their units', async () => {
    const given = { maxBodyBytes: '64KiB', headerMs: '0.5', maxConnections: '7' };
    expect(await limitsOf(given)).toEqual({ maxBodyBytes: 65_536, headerMs: 500, maxConnections: 7 });
  });
});
