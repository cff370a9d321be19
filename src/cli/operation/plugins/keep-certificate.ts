import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { parseSshCertificate } from '../../../contract/rules/ssh/certificate.ts';
import { CliError, fieldError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { filePath } from '../../input/named-file.ts';
import { writeWholeFile } from '../../output/write-file.ts';
import type { Streams } from '../../streams.ts';
import { resourceWords } from '../../words/command-words.ts';
import type { OperationRequest } from './plugin.ts';

interface KeepOptions {
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
  { context, entry }: OperationRequest,
  send: () => Promise<unknown>,
  { member, file, replacesAnything }: KeepOptions,
): Promise<unknown> {
  const { printer, streams } = context;
  const path = checkFile(file, replacesAnything, streams);
  const record = (await send()) as Record<string, unknown>;
  try {
    await writeWholeFile(path, `${String(record[member])}\n`, 0o644);
  } catch (error) {
    const id = String(record.id);
    const command = `tunnelctl ${[...resourceWords(entry.resource), 'get', id].join(' ')} --out FILE`;
    throw new CliError('FAILED', `cannot write the certificate ${id} to ${file}: ${systemProblem(error)}`, {
      hint: `the certificate exists; ${command} writes it elsewhere`,
      next: [command],
    });
  }
  await printer.notice(sanitizeLine(`certificate written to ${file}`));
  return record;
}

/** The place to write to. Throws a CliError. */
function checkFile(file: string, replacesAnything: boolean, streams: Streams): string {
  const path = filePath(file, streams);
  if (file === '' || file === '-') throw fieldError('--out', 'names no file');
  if (!existsSync(path)) {
    if (existsSync(dirname(path))) return path;
    throw fieldError('--out', `${file} cannot be written: there is no directory ${dirname(path)}`);
  }
  const content = readContent(path, file);
  if (content.includes('PRIVATE KEY-----')) {
    throw fieldError('--out', `${file} is a private key and is left as it is; name another file`);
  }
  if (content.trim() !== '' && !replacesAnything && !isCertificate(content)) {
    throw fieldError(
      '--out',
      `${file} exists and is no certificate; name another file, or add --force to replace it`,
    );
  }
  return path;
}

function readContent(path: string, file: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    throw fieldError('--out', `${file} cannot be written: ${systemProblem(error)}`);
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
