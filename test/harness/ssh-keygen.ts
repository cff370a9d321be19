import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

/** Runs the real ssh-keygen, in UTC, and answers what it printed; throws where it fails. */
export async function sshKeygen(...args: string[]): Promise<string> {
  const { stdout } = await execa('ssh-keygen', args, { env: { TZ: 'UTC', LC_ALL: 'C' }, stdin: 'ignore' });
  return stdout;
}

/** Each kind of key ssh-keygen makes that we accept: a name, and the arguments that make it. */
export const keyKinds = [
  ['ed25519', ['-t', 'ed25519']],
  ['ecdsa-256', ['-t', 'ecdsa', '-b', '256']],
  ['ecdsa-384', ['-t', 'ecdsa', '-b', '384']],
  ['ecdsa-521', ['-t', 'ecdsa', '-b', '521']],
  ['rsa', ['-t', 'rsa', '-b', '2048']],
] as const;

/** Makes a key pair `<folder>/<name>` and `<name>.pub`, and answers the line of the public key. */
export async function makeKey(folder: string, name: string, args: readonly string[]): Promise<string> {
  const file = join(folder, name);
  await sshKeygen('-q', '-N', '', '-C', `${name} of a test`, ...args, '-f', file);
  return (await readFile(`${file}.pub`, 'utf8')).trimEnd();
}
