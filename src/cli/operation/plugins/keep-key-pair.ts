import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ApiError, InvalidRequestError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/network-error.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { sshConcat, sshString, sshUint32 } from '../../../contract/rules/ssh/wire-format.ts';
import { writeNewFile } from '../../../files/write-file.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { filePath } from '../../input/named-file.ts';
import type { OperationRequest } from './plugin.ts';

/** A key pair that stands in no file yet. */
export interface KeyPair {
  /** As it was named. */
  readonly file: string;
  readonly path: string;
  /** The block that `ssh -i` reads, without a passphrase. */
  readonly privateKey: string;
  /** One line, without its end. */
  readonly publicKey: string;
}

const ending = '.pub';

/**
 * Makes an Ed25519 key pair for files that are not there yet. Throws a CliError where one is, or where none can be.
 * @param file of the private key; the public one has `.pub` behind it
 * @param others what else the command writes to: `--out`, `--bundle`
 */
export function makeKeyPair(
  file: string,
  { out, bundle }: { readonly out: unknown; readonly bundle: unknown },
  { streams }: CommandContext,
): KeyPair {
  if (file === '' || file === '-') throw fieldError('--generate', 'names no file');
  if (file.endsWith(ending))
    throw fieldError('--generate', `${file} is what a public key is called; name the private key's file`);
  const path = filePath(file, streams);
  if (!existsSync(dirname(path)))
    throw fieldError('--generate', `${file} cannot be written: there is no directory ${dirname(path)}`);
  if (typeof out === 'string' && [path, `${path}${ending}`].includes(filePath(out, streams)))
    throw fieldError('--generate', `and --out both write to ${out}; name another file, or --out auto`);
  if (typeof bundle === 'string' && dirname(path) === filePath(bundle, streams))
    throw fieldError(
      '--generate',
      'is in the directory of --bundle, which is for others; put the key elsewhere',
    );
  for (const taken of [file, `${file}${ending}`])
    if (existsSync(filePath(taken, streams)))
      throw fieldError('--generate', `${taken} is there already, and a key is never overwritten`, {
        hint: existsSync(`${path}${ending}`)
          ? `name another file, or give --public-key @${file}${ending}`
          : 'name another file',
      });
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [point, seed] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')];
  // No name of this machine or of its user, as ssh-keygen would put it there: it goes to the service.
  const comment = sanitizeLine(basename(file));
  const blob = sshConcat(sshString('ssh-ed25519'), sshString(point));
  const line = `ssh-ed25519 ${Buffer.from(blob).toString('base64')} ${comment}`;
  return { file, path, privateKey: opensshPrivateKey({ blob, point, seed, comment }), publicKey: line };
}

interface Ed25519Key {
  /** The public key in SSH's binary form. */
  readonly blob: Uint8Array;
  readonly point: Uint8Array;
  readonly seed: Uint8Array;
  readonly comment: string;
}

/** The form that ssh-keygen writes, which every OpenSSH reads, as it does not PKCS #8 of such a key (PROTOCOL.key of OpenSSH). */
function opensshPrivateKey({ blob, point, seed, comment }: Ed25519Key): string {
  // Twice the same number: a wrong passphrase would show in it.
  const check = randomBytes(4);
  const key = [sshString('ssh-ed25519'), sshString(point), sshString(sshConcat(seed, point))];
  const content = sshConcat(check, check, ...key, sshString(comment));
  const padding = Uint8Array.from({ length: -content.length & 7 }, (_, i) => i + 1);
  const file = sshConcat(
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map((text) => sshString(text)),
    sshUint32(1),
    sshString(blob),
    sshString(sshConcat(content, padding)),
  );
  const lines = Buffer.from(file)
    .toString('base64')
    .replace(/.{70}(?=.)/g, '$&\n');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

/**
 * Writes the key pair, then runs the operation: what the service knows must never be lost here. Where the service refuses,
 * or never got the request, the files go again.
 */
export async function keepKeyPair(
  { file, path, privateKey, publicKey }: KeyPair,
  { context }: OperationRequest,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const { printer } = context;
  const remove = () => Promise.all([path, `${path}${ending}`].map((one) => rm(one, { force: true })));
  try {
    await writeNewFile(path, privateKey, 0o600);
  } catch (error) {
    throw fieldError('--generate', `cannot write ${file}: ${systemProblem(error)}`);
  }
  try {
    await writeNewFile(`${path}${ending}`, `${publicKey}\n`, 0o644);
  } catch (error) {
    await rm(path, { force: true });
    throw fieldError('--generate', `cannot write ${file}${ending}: ${systemProblem(error)}`);
  }
  // Said before it is sent: whoever breaks it off must know of the files.
  await printer.notice(sanitizeLine(`key pair written to ${file} and ${file}${ending}`));
  try {
    return await send();
  } catch (error) {
    if (isNothingDone(error)) {
      await remove();
      await printer.notice('key pair taken away again: nothing was created for it');
    } else
      await printer.notice(
        sanitizeLine(`the key pair stays; to try again with it: --public-key @${file}${ending}`),
      );
    throw error;
  }
}

/** Whether the service has surely not taken the key. */
function isNothingDone(error: unknown): boolean {
  if (error instanceof ApiError) return error.status < 500;
  if (error instanceof NetworkError) return !error.mayHaveChanged;
  return error instanceof InvalidRequestError;
}
