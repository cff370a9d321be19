import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProblemError } from '../../../contract/rules/rule.ts';
import { parseSshCertificate, type SshCertificate } from '../../../contract/rules/ssh/certificate.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { Streams } from '../../streams.ts';

/** The file that a word on the command line names; `~/` is the home directory. */
export function certificatePath(name: string, { env, cwd }: Pick<Streams, 'env' | 'cwd'>): string {
  return resolve(cwd, name.startsWith('~/') && env.HOME ? env.HOME + name.slice(1) : name);
}

export function isFile(name: string, streams: Pick<Streams, 'env' | 'cwd'>): boolean {
  return existsSync(certificatePath(name, streams));
}

/** The certificate in a file. Throws a UsageError. */
export function readCertificateFile(name: string, streams: Pick<Streams, 'env' | 'cwd'>): SshCertificate {
  try {
    return parseCertificate(name, readFileSync(certificatePath(name, streams), 'utf8'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read the certificate ${name}: ${systemProblem(error)}`);
  }
}

/** Reads a certificate's text. Throws a UsageError. @param name what errors call it */
export function parseCertificate(name: string, text: string): SshCertificate {
  try {
    return parseSshCertificate(text);
  } catch (error) {
    throw error instanceof ProblemError ? new UsageError(`${name} ${error.message}`) : error;
  }
}
