import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

// A new user's session with each kind of record that can be created: create, list, get, update, delete.

const operator = ['--enabled-features', 'bindings', '--deployment.cluster-name', 'test'];
const target = ['--target.metrics-target.api-key', '@key.txt', '--target.metrics-target.ddtags', 'team:a'];
const metrics = [...target, '--target.metrics-target.service', 's', '--target.metrics-target.ddsite', 'site'];

interface Session {
  readonly resource: string;
  readonly create: (authority: string) => string[];
}

const sessions: Session[] = [
  { resource: 'endpoints', create: () => ['--url', 'https://life.example.com'] },
  { resource: 'ssh-credentials', create: () => ['--public-key', '@id.pub', '--acl', 'bind:*.example.com'] },
  {
    resource: 'ssh-user-certificates',
    create: (authority) => [
      '--ssh-certificate-authority-id',
      authority,
      '--public-key',
      '@id.pub',
      '--principals',
      'me',
    ],
  },
  {
    resource: 'ssh-host-certificates',
    create: (authority) => ['--ssh-certificate-authority-id', authority, '--public-key', '@id.pub'],
  },
  { resource: 'api-keys', create: () => [] },
  { resource: 'kubernetes-operators', create: () => operator },
  { resource: 'event-destinations', create: () => metrics },
];

describe('a record', () => {
  it.each(sessions)(
    'of $resource lives from create to delete, and outlives a killed service',
    async (session) => {
      const cwd = temporaryDirectory();
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', join(cwd, 'id')]);
      execFileSync('sh', ['-c', 'printf canary-secret > key.txt'], { cwd });
      const data = join(cwd, 'sandbox.db');
      let sandbox = await startServe(['--data', data]);
      const { resource } = session;
      const run = async (...args: string[]) => {
        const outcome = await tunnelctl([resource, ...args, '-o', 'json'], { cwd, env: sandbox.env });
        expect(outcome).toMatchObject({ exitCode: 0 });
        return outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout);
      };

      const authority = sandbox.ssh_certificate_authorities[0]?.id ?? '';
      const created = await run('create', '--description', 'first', ...session.create(authority));
      expect(created).toMatchObject({ description: 'first' });

      const { TUNNELCTL_API_KEY = '' } = sandbox.env;
      expect(await sandbox.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
      sandbox = await startServe(['--data', data]);
      expect(sandbox.api_key).toBeNull();
      sandbox = { ...sandbox, env: { ...sandbox.env, TUNNELCTL_API_KEY } };

      const shown = await run('get', created.id);
      expect(shown).toEqual({
        ...created,
        uri: expect.stringContaining(created.id),
        ...maskedToken(created),
      });
      expect(await run('list')).toContainEqual(shown);
      expect(await run('update', created.id, '--description', 'second')).toMatchObject({
        description: 'second',
      });
      await run('delete', created.id, '--yes');
      const gone = await tunnelctl([resource, 'get', created.id], { env: sandbox.env });
      expect(gone).toMatchObject({ exitCode: 3, stdout: '' });
      expect(gone.stderr).toContain('ERR_NOT_FOUND');
      expect(readFileSync(data).includes('canary-secret')).toBe(false);
    },
  );
});

// A token is shown once; a domain's and an owner's URIs name the address that was asked.
function maskedToken(created: Record<string, unknown>): Record<string, unknown> {
  const changing: Record<string, unknown> = {};
  if ('token' in created) changing.token = null;
  for (const member of ['domain', 'principal']) {
    const ref = created[member] as { id: string } | undefined;
    if (ref) changing[member] = { id: ref.id, uri: expect.stringContaining(ref.id) };
  }
  return changing;
}
