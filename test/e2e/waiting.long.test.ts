import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../src/contract/examples/demo-ids.ts';
import { localProxy } from '../client/local-proxy.ts';
import { apiKey, page } from '../client/records.ts';
import { tlsHost, tlsService } from '../client/tls-service.ts';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { hasTmux, openTerminal } from '../harness/terminal.ts';

const { linux, macos } = demoIds.tunnelSessions;

describe.runIf(hasTmux)('on a real terminal', () => {
  it('a restart is followed to the new session, and the line that says so goes away', async () => {
    const { env } = await startServe(['--ephemeral', '--seed', 'demo']);
    const terminal = openTerminal(['tunnel-sessions', 'restart', macos, '--wait', '-o', 'id'], env);
    await terminal.shows(`waiting for ${macos} to come back`);
    const screen = await terminal.shows('[exit code 0]');
    expect(screen).toMatch(new RegExp(`^restarted: ${macos} is now (ts_\\w+)\\n\\1\\n\\[exit code 0\\]$`));
  });

  it('Ctrl-C during an update says how things are and what to do, at once', async () => {
    const { env } = await startServe(['--ephemeral', '--seed', 'demo']);
    const terminal = openTerminal(['tunnel-sessions', 'update', linux, '--restart'], env, { columns: 200 });
    await terminal.shows(`${linux} is updating; it restarts in 9 s`);
    terminal.type('C-c');
    const screen = await terminal.shows('[exit code 130]');
    expect(screen).toContain(
      `error: interrupted: ${linux} is updating; tunnelctl tunnel-sessions restart ${linux} makes it run the new version`,
    );
    expect(screen).not.toContain('it restarts in');
  });
});

it('wait ends as soon as another process brings about what it waits for', async () => {
  const { env } = await startServe(['--ephemeral', '--seed', 'demo']);
  const { app } = demoIds.endpoints;
  const waiting = tunnelctl(['endpoints', 'wait', app, '--for', 'description=done', '-o', 'id'], { env });
  await tunnelctl(['endpoints', 'update', app, '--description', 'done'], { env });
  expect(await waiting).toMatchObject({ exitCode: 0, stdout: app });
});

it('trusts --ca-cert besides what NODE_EXTRA_CA_CERTS names, through a proxy and without one', async () => {
  const service = await tlsService(() => page('keys', [apiKey('ak_1')]));
  const other = await tlsService(() => ({}));
  const { origin } = await localProxy(service.port);
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'other.pem'), readFileSync(other.authorityFile));
  const env = { TUNNELCTL_API_KEY: 'k', NODE_EXTRA_CA_CERTS: service.authorityFile, HTTPS_PROXY: origin };
  const argv = ['api-keys', 'list', '-o', 'id', '--ca-cert', 'other.pem'];
  for (const baseUrl of [`https://${tlsHost}`, `https://127.0.0.1:${service.port}`]) {
    const { exitCode, stdout, stderr } = await tunnelctl([...argv, '--base-url', baseUrl], { env, cwd });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: 'ak_1', stderr: '' });
  }
});
