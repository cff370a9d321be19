import type { CatalogueEntry } from '../../../contract/index.ts';
import type { SshCertificateKind } from '../../../contract/rules/ssh/certificate.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { option, toggle } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import type { GivenFlags } from '../body/request-body.ts';
import { formatExample } from '../examples.ts';
import { flagsOf } from '../flags.ts';
import type { OperationPlugin } from './plugin.ts';

/** `--out FILE` of what answers an SSH certificate: the certificate goes into a file as well. */
export const certificateFile: OperationPlugin = {
  appliesTo: ({ operation }) =>
    certificateMember(operation.returns) !== undefined && operation.method !== 'PATCH',

  options(entry) {
    const beside = keyFlag(entry) === undefined ? '' : '; auto: beside the key file, as id_ed25519-cert.pub';
    return {
      out: option('--out <file>', `write the certificate to this file${beside}`, hinted({ path: 'file' })),
      force: toggle(
        '--force',
        'with --out, replace a file that is a different certificate, or not one at all',
      ),
    };
  },

  examples: (entry) => [
    keyFlag(entry)
      ? {
          summary: 'Keep a certificate for a working day beside its key',
          command: formatCertificateExample(entry, '--valid-for 8h --out auto'),
        }
      : {
          summary: 'Write it to a file',
          command: formatCertificateExample(entry, '--out id_ed25519-cert.pub'),
        },
  ],

  apply({ out, force, generate }, entry, body) {
    const member = certificateMember(entry.operation.returns);
    if (typeof out !== 'string' || member === undefined) {
      if (force) throw fieldError('--force', 'replaces the file of --out; give that as well');
      return undefined;
    }
    const file = out === 'auto' ? besideKey(entry, body, generate) : out;
    let isTaken = false;
    return {
      async around(request, next) {
        if (isTaken) throw fieldError('--out', 'takes one certificate; name one id');
        isTaken = true;
        const { keepCertificate } = await import('./keep-certificate.ts');
        return keepCertificate(request, next, { member, file, replacesAnything: force === true });
      },
    };
  },
};

/** The member of a record that holds an SSH certificate, and of which kind. */
interface CertificateMember {
  readonly name: string;
  readonly kind: SshCertificateKind;
}

/** The member that holds one; undefined where a record has none. */
export function certificateMember(record: ObjectSchema | undefined): CertificateMember | undefined {
  for (const [name, member] of Object.entries<Schema>(record?.properties ?? {})) {
    const kind = typeof member === 'object' ? member['x-ssh-certificate'] : undefined;
    if (kind !== undefined) return { name, kind };
  }
  return undefined;
}

function keyFlag({ operation }: CatalogueEntry) {
  return operation.body && flagsOf(operation.body).find(({ schema }) => schema.format === 'ssh-public-key');
}

/** The first example of an operation, with more options. */
export function formatCertificateExample(entry: CatalogueEntry, options: string): string {
  const [first = { summary: '' }] = entry.operation.examples;
  const line = formatExample(entry, first, entry.operation.body ? flagsOf(entry.operation.body) : []);
  return [line, options].join(line.includes('\n') ? ' \\\n  ' : ' ');
}

/**
 * The file that the public key was given as: `id_ed25519.pub`; undefined where it was given otherwise.
 * @param generate what `--generate` names, which makes the file
 */
export function givenKeyFile(
  entry: CatalogueEntry,
  given: GivenFlags,
  generate: unknown,
): string | undefined {
  if (typeof generate === 'string') return `${generate}.pub`;
  const name = keyFlag(entry)?.name;
  const [, texts] = [...given].find(([flag]) => flag.name === name) ?? [];
  const text = Array.isArray(texts) ? (texts.at(-1) ?? '') : '';
  return /^@[^@-]/.test(text) ? text.slice(1) : undefined;
}

/** `id_ed25519-cert.pub` beside the `id_ed25519.pub` that was given: where ssh looks for it. */
function besideKey(entry: CatalogueEntry, given: GivenFlags, generate: unknown): string {
  const flag = keyFlag(entry);
  if (flag === undefined) throw fieldError('--out', 'auto needs a key file to stand beside; name a file');
  const file = givenKeyFile(entry, given, generate);
  if (file === undefined) {
    throw fieldError(
      '--out',
      `auto stands beside the file of ${flag.name}; give that as @FILE, or name a file for --out`,
    );
  }
  return `${file.replace(/\.pub$/, '')}-cert.pub`;
}
