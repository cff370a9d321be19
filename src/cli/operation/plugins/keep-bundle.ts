import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import {
  parseSshCertificate,
  type SshCertificate,
  type SshCertificateKind,
} from '../../../contract/rules/ssh/certificate.ts';
import { readBounded } from '../../../files/read-file.ts';
import { writeWholeFile } from '../../../files/write-file.ts';
import { CliError, fieldError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { filePath } from '../../input/named-file.ts';
import { resourceWords } from '../../words/command-words.ts';
import { bundleMark, clientConfig, serverConfig } from './bundle-config.ts';
import { certificateAt, requireSame } from './certificate-before.ts';
import type { OperationRequest } from './plugin.ts';
import { authorityLine, gatherAuthorities, knownHostsLine, type SshAuthority } from './ssh-authorities.ts';

interface BundleOptions {
  /** The record's member that holds the certificate, and of which kind. */
  readonly member: { readonly name: string; readonly kind: SshCertificateKind };
  readonly directory: string;
  /** Of the hosts to believe; those of the account's host certificates when not given. */
  readonly patterns: string | undefined;
  /** The public key's file, where it was given as one. */
  readonly keyFile: string | undefined;
}

interface BundleFile {
  readonly name: string;
  readonly text: string;
  readonly mode: number;
}

/** Runs the operation, and writes the certificate that it answers with all that goes with it to a directory. */
export async function keepBundle(
  { context, entry, body, client }: OperationRequest,
  send: () => Promise<unknown>,
  { member, directory, patterns, keyFile }: BundleOptions,
): Promise<unknown> {
  const { streams, printer } = context;
  const path = filePath(directory, streams);
  checkDirectory(directory, path);
  const checkKey = (publicKey: string) => {
    for (const file of existsSync(path) ? readdirSync(path) : []) {
      if (!file.endsWith(certificateEnding)) continue;
      const place = { file: join(directory, file), option: '--bundle', advice: 'name another directory' };
      requireSame(certificateAt(join(path, file)), member.kind, publicKey, place);
    }
  };
  if (typeof body.public_key === 'string') checkKey(body.public_key);
  // Before the certificate is signed: what fails here has changed nothing.
  const authorities = await gatherAuthorities(client, streams.clock.now());
  const record = (await send()) as Record<string, unknown>;
  checkKey(String(record.public_key));
  const line = String(record[member.name]);
  const certificate = parseSshCertificate(line);
  const signer = signerOf(certificate, String(record.ssh_certificate_authority_id), authorities);
  const hosts = knownHosts(certificate, signer, authorities, patterns);
  const key = keyFile && filePath(keyFile, streams).replace(/\.pub$/, '');
  const files = bundleFiles({ certificate, line, signer, hosts, key });
  try {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    for (const { name, text, mode } of files) await writeWholeFile(join(path, name), text, mode);
  } catch (error) {
    const command = `tunnelctl ${[...resourceWords(entry.resource), 'get', record.id].join(' ')} --bundle DIR`;
    throw new CliError('FAILED', `cannot write the bundle to ${directory}: ${systemProblem(error)}`, {
      hint: `the certificate ${record.id} exists; ${command} writes it elsewhere`,
      next: [command],
    });
  }
  const names = files.map(({ name }) => name).join(', ');
  await printer.notice(sanitizeLine(`bundle written to ${directory}: ${names}`));
  if (hosts.length === 0) {
    await printer.notice(
      'note: no host certificate of the account says which hosts to believe; --known-hosts names them',
    );
  }
  return record;
}

/** Refuses a directory that is no bundle, such as ~/.ssh, in which files would be lost. Throws a CliError. */
function checkDirectory(directory: string, path: string): void {
  if (directory === '') throw fieldError('--bundle', 'names no directory');
  if (!existsSync(path)) return;
  const problem = problemOfDirectory(path);
  if (problem !== undefined) throw fieldError('--bundle', `${directory} ${problem}; name another directory`);
}

function problemOfDirectory(path: string): string | undefined {
  try {
    if (readdirSync(path).length === 0) return undefined;
    const isBundle = readBounded(join(path, 'known_hosts'), longest.file)
      .toString('latin1')
      .startsWith(bundleMark);
    return isBundle ? undefined : 'holds a known_hosts of its own';
  } catch (error) {
    const isOther = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isOther ? 'holds other files' : `cannot be used: ${systemProblem(error)}`;
  }
}

function signerOf(
  { authority: publicKey, kind }: SshCertificate,
  id: string,
  known: readonly SshAuthority[],
): SshAuthority {
  const found = known.find((authority) => authority.id === id);
  return { id, description: '', signed: { user: 0, host: 0, [kind]: 1 }, hosts: [], ...found, publicKey };
}

/**
 * The lines with which ssh believes hosts. An authority that has signed host certificates speaks for them; where none
 * has, the one that signed this certificate does, for hosts that are named.
 */
function knownHosts(
  { kind, principals }: SshCertificate,
  signer: SshAuthority,
  known: readonly SshAuthority[],
  patterns: string | undefined,
): string[] {
  if (kind === 'host') return [knownHostsLine(signer, patterns ?? principals.join(',')) ?? []].flat();
  const forHosts = known.filter(({ signed }) => signed.host > 0);
  const speaking = forHosts.length === 0 ? [signer] : forHosts;
  return speaking.flatMap((authority) => knownHostsLine(authority, patterns) ?? []);
}

interface BundleContent {
  readonly certificate: SshCertificate;
  readonly line: string;
  readonly signer: SshAuthority;
  readonly hosts: readonly string[];
  /** Where the private key is, or would be. */
  readonly key: string | undefined;
}

const certificateEnding = '-cert.pub';

function bundleFiles({ certificate, line, signer, hosts, key }: BundleContent): BundleFile[] {
  const isHost = certificate.kind === 'host';
  const isHere = key !== undefined && existsSync(key);
  const keyName = isHere || isUsual(key) ? basename(key ?? '') : usualKeyName(certificate);
  const privateKey = isHere ? key : `${isHost ? '/etc/ssh' : '~/.ssh'}/${keyName}`;
  const names = { certificate: keyName + certificateEnding, privateKey };
  return [
    { name: names.certificate, text: `${line}\n`, mode: 0o644 },
    { name: 'ca.pub', text: `${authorityLine(signer)}\n`, mode: 0o644 },
    { name: 'known_hosts', text: `${[bundleMark, ...hosts].join('\n')}\n`, mode: 0o644 },
    isHost
      ? { name: 'sshd_config', text: serverConfig(names), mode: 0o600 }
      : {
          name: 'ssh_config',
          text: clientConfig(names, certificate.principals, hosts.length > 0),
          mode: 0o600,
        },
  ];
}

/** Whether the key's own user may well call it so: `alice.pub` is a name that somebody else gave it. */
function isUsual(key: string | undefined): boolean {
  return key !== undefined && /^(id_|ssh_host_)/.test(basename(key));
}

/** What ssh-keygen and sshd call a key of this kind. */
function usualKeyName({ kind, publicKey: { keyType } }: SshCertificate): string {
  return kind === 'host' ? `ssh_host_${keyType}_key` : `id_${keyType}`;
}
