import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { SshCertificate, SshCertificateKind } from '../../../contract/rules/ssh/certificate.ts';
import type { Resource } from '../../../contract/schema/resource.ts';
import { readBounded } from '../../../files/read-file.ts';
import { rewriteWholeFile } from '../../../files/write-file.ts';
import { CliError, fieldError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { filePath } from '../../input/named-file.ts';
import type { Streams } from '../../streams.ts';
import { resourceWords } from '../../words/command-words.ts';
import { certificateIn, requireSame } from './certificate-before.ts';
import type { OperationRequest } from './plugin.ts';

interface KeepOptions {
  /** The record's member that holds the certificate, and of which kind. */
  readonly member: { readonly name: string; readonly kind: SshCertificateKind };
  readonly file: string;
  /** Whether a file that holds something else than the certificate before is replaced; a private key never is. */
  readonly replacesAnything: boolean;
}

/**
 * Runs the operation and writes the certificate that it answers to a file, whole or not at all, readable for all as
 * ssh-keygen makes it. A file that must not be replaced is refused before anything is sent.
 */
export async function keepCertificate(
  { context, entry, body }: OperationRequest,
  send: () => Promise<unknown>,
  { member, file, replacesAnything }: KeepOptions,
): Promise<unknown> {
  const { printer, streams } = context;
  const { path, before } = checkFile(file, replacesAnything, streams);
  const place = { file, option: '--out', advice: 'name another file, or add --force to replace it' };
  const held = replacesAnything ? undefined : before;
  // A certificate that is signed for nothing helps nobody; whose key only the record knows is judged by that.
  if (typeof body.public_key === 'string') requireSame(held, member.kind, body.public_key, place);
  const record = (await send()) as Record<string, unknown>;
  requireSame(held, member.kind, String(record.public_key), place);
  await writeCertificate(record, { path, file, text: String(record[member.name]) }, entry.resource);
  await printer.notice(sanitizeLine(`certificate written to ${file}`));
  return record;
}

/** Writes a certificate in the place of the one before. Throws a CliError that says how to get at it all the same. */
export async function writeCertificate(
  { id }: Readonly<Record<string, unknown>>,
  { path, file, text }: { readonly path: string; readonly file: string; readonly text: string },
  resource: Resource,
): Promise<void> {
  try {
    await rewriteWholeFile(path, `${text}\n`, 0o644);
  } catch (error) {
    const command = `tunnelctl ${[...resourceWords(resource), 'get', id].join(' ')} --out FILE`;
    throw new CliError('FAILED', `cannot write the certificate ${id} to ${file}: ${systemProblem(error)}`, {
      hint: `the certificate exists; ${command} writes it elsewhere`,
      next: [command],
    });
  }
}

/** The place to write to, and the certificate that is there. Throws a CliError. */
function checkFile(
  file: string,
  replacesAnything: boolean,
  streams: Streams,
): { readonly path: string; readonly before: SshCertificate | undefined } {
  const path = filePath(file, streams);
  if (file === '' || file === '-') throw fieldError('--out', 'names no file');
  if (!existsSync(path)) {
    if (existsSync(dirname(path))) return { path, before: undefined };
    throw fieldError('--out', `${file} cannot be written: there is no directory ${dirname(path)}`);
  }
  const content = readContent(path, file);
  if (content.includes('PRIVATE KEY-----')) {
    throw fieldError('--out', `${file} is a private key and is left as it is; name another file`);
  }
  const before = certificateIn(content);
  if (content.trim() !== '' && !replacesAnything && before === undefined) {
    throw fieldError(
      '--out',
      `${file} exists and is not a certificate; name another file, or add --force to replace it`,
    );
  }
  return { path, before };
}

function readContent(path: string, file: string): string {
  try {
    return readBounded(path, longest.file).toString('latin1');
  } catch (error) {
    throw fieldError('--out', `${file} cannot be written: ${systemProblem(error)}`);
  }
}
