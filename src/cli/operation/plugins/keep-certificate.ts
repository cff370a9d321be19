import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSshCertificate } from '../../../contract/rules/ssh/certificate.ts';
import { LocalError } from '../../errors/local-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { sanitizeLine } from '../../output/sanitize.ts';
import { resourceWords } from '../../parser/command-tree.ts';
import type { Streams } from '../../streams.ts';
import type { Call } from './plugins.ts';

export interface KeepOptions {
  /** The record's member that holds the certificate. */
  readonly member: string;
  readonly file: string;
  /** Whether a file that holds something else than a certificate is replaced; a private key never is. */
  readonly replacesAnything: boolean;
}

/**
 * Runs the operation and writes the certificate that it answers to a file, whole or not at all, readable for all as
 * ssh-keygen makes it. A file that must not be replaced is refused before anything is sent.
 */
export async function keepCertificate(
  call: Call,
  { member, file, replacesAnything }: KeepOptions,
): Promise<unknown> {
  const { printer, streams } = call.context;
  const path = checkFile(file, replacesAnything, streams);
  const record = (await call.send()) as Record<string, unknown>;
  try {
    writeWhole(path, `${String(record[member])}\n`);
  } catch (error) {
    const id = String(record.id);
    const command = `tunnelctl ${[...resourceWords(call.entry.resource), 'get', id].join(' ')} --out FILE`;
    throw new LocalError('FAILED', `cannot write the certificate ${id} to ${file}: ${systemProblem(error)}`, {
      hint: `the certificate exists; ${command} writes it elsewhere`,
      next: [command],
    });
  }
  await printer.notice(sanitizeLine(`certificate written to ${file}`));
  return record;
}

/** The place to write to, links followed. Throws a UsageError. */
function checkFile(file: string, replacesAnything: boolean, { env, cwd }: Streams): string {
  const home = file.startsWith('~/') && env.HOME ? env.HOME + file.slice(1) : file;
  const named = resolve(cwd, home);
  if (file === '' || file === '-') throw new UsageError('--out names no file');
  if (!existsSync(named)) {
    if (existsSync(dirname(named))) return named;
    throw new UsageError(`--out ${file} cannot be written: there is no directory ${dirname(named)}`);
  }
  const path = realpathSync(named);
  const content = readContent(path, file);
  if (content.includes('PRIVATE KEY-----')) {
    throw new UsageError(`--out ${file} is a private key and is left as it is; name another file`);
  }
  if (content.trim() !== '' && !replacesAnything && !isCertificate(content)) {
    throw new UsageError(
      `--out ${file} exists and is no certificate; name another file, or add --force to replace it`,
    );
  }
  return path;
}

function readContent(path: string, file: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    throw new UsageError(`--out ${file} cannot be written: ${systemProblem(error)}`);
  }
}

function isCertificate(text: string): boolean {
  try {
    parseSshCertificate(text);
    return true;
  } catch {
    return false;
  }
}

function writeWhole(path: string, text: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, text, { mode: 0o644, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
