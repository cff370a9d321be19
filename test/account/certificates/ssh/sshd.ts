import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

const program = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'].find((path) => existsSync(path));

/** Whether this machine has OpenSSH's server (Debian: openssh-server) and client. */
export const hasSshd = program !== undefined && spawnSync('ssh', ['-V']).status === 0;

/** Who can log in: an sshd that no privileged user started lets in nobody else. */
export const user = userInfo().username;

export interface Sshd {
  readonly port: number;
  /** What it said, for the message of a test that fails. */
  log(): string;
}

/**
 * Starts a real sshd that trusts these authorities for users, and answers once it listens. It is on its own: its
 * files are in the folder, it knows no authorized_keys, and ends with the test.
 */
export async function startSshd(
  folder: string,
  {
    authorities,
    hostKey,
    hostCertificate,
    port: given,
  }: {
    authorities: readonly string[];
    hostKey: string;
    hostCertificate?: string;
    /** A free one by default. */
    port?: number;
  },
): Promise<Sshd> {
  const port = given ?? (await freePort());
  writeFileSync(join(folder, 'authorities'), `${authorities.join('\n')}\n`);
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey}`,
    ...(hostCertificate === undefined ? [] : [`HostCertificate ${hostCertificate}`]),
    `TrustedUserCAKeys ${join(folder, 'authorities')}`,
    'AuthorizedKeysFile none',
    'AuthenticationMethods publickey',
    'PermitRootLogin yes',
    'StrictModes no',
    'UsePAM no',
    'PidFile none',
    'MaxStartups 100',
    'LogLevel VERBOSE',
  ];
  const file = join(folder, 'sshd_config');
  writeFileSync(file, `${config.join('\n')}\n`);
  // Where sshd locks itself up when root starts it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const child = spawn(program ?? 'sshd', ['-D', '-e', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => {
    child.kill();
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      log += `${line}\n`;
      if (line.startsWith('Server listening')) resolve();
    });
    child.once('exit', () => reject(new Error(`sshd did not start: ${log}`)));
    child.once('error', reject);
  });
  return { port, log: () => log };
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Logs in with the real ssh client, which knows nothing but what it is given, and runs a command. */
export async function ssh(port: number, options: readonly string[], command: string) {
  const quiet = [
    'BatchMode=yes',
    'IdentitiesOnly=yes',
    'IdentityAgent=none',
    'GlobalKnownHostsFile=none',
    'ConnectTimeout=10',
  ];
  const given = [...quiet.flatMap((option) => ['-o', option]), ...options];
  return execa('ssh', ['-F', 'none', ...given, '-p', String(port), `${user}@127.0.0.1`, command], {
    reject: false,
    stdin: 'ignore',
    env: { LC_ALL: 'C' },
  });
}
