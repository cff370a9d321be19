import { Option } from 'commander';
import type { CatalogueEntry } from '../../../contract/index.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { formatExample } from '../../help/examples.ts';
import { flagsOf } from '../flags.ts';
import type { GivenFlags } from '../request-body.ts';
import type { OperationPlugin } from './plugins.ts';

/** `--out FILE` of what answers an SSH certificate: the certificate goes into a file as well. */
export const certificateFile: OperationPlugin = {
  appliesTo: ({ operation }) =>
    certificateMember(operation.returns) !== undefined && operation.method !== 'PATCH',

  addOptions(command, entry) {
    const beside = keyFlag(entry) === undefined ? '' : '; auto: beside the key file, as id_ed25519-cert.pub';
    command
      .addOption(new Option('--out <file>', `write the certificate to this file${beside}`))
      .addOption(new Option('--force', 'with --out, replace a file that is no certificate'))
      .addHelpText('after', () => example(entry));
  },

  read(command, entry, given) {
    const { out, force }: { out?: string; force?: true } = command.opts();
    const member = certificateMember(entry.operation.returns);
    if (out === undefined || member === undefined) {
      if (force) throw new UsageError('--force replaces the file of --out; give that as well');
      return undefined;
    }
    const file = out === 'auto' ? besideKey(entry, given) : out;
    let isTaken = false;
    return {
      async perform(call) {
        if (isTaken) throw new UsageError('--out takes one certificate; name one id');
        isTaken = true;
        const { keepCertificate } = await import('./keep-certificate.ts');
        return keepCertificate(call, { member, file, replacesAnything: force === true });
      },
    };
  },
};

function example(entry: CatalogueEntry): string {
  const [first = { summary: '' }] = entry.operation.examples;
  const flags = entry.operation.body ? flagsOf(entry.operation.body) : [];
  const line = formatExample(entry, first, flags);
  const [what, options] = keyFlag(entry)
    ? ['Keep a certificate for a working day beside its key', '--valid-for 8h --out auto']
    : ['Write it to a file', '--out id_ed25519-cert.pub'];
  const separator = line.includes('\n') ? ' \\\n    ' : ' ';
  return `\n  # ${what}\n  ${[line, options].join(separator)}`;
}

/** The member of a record that holds an SSH certificate. */
export function certificateMember(record: ObjectSchema | undefined): string | undefined {
  const found = Object.entries<Schema>(record?.properties ?? {}).find(
    ([, member]) => typeof member === 'object' && member['x-ssh-certificate'] === true,
  );
  return found?.[0];
}

function keyFlag({ operation }: CatalogueEntry) {
  return operation.body && flagsOf(operation.body).find(({ schema }) => schema.format === 'ssh-public-key');
}

/** `id_ed25519-cert.pub` beside the `id_ed25519.pub` that was given: where ssh looks for it. */
function besideKey(entry: CatalogueEntry, given: GivenFlags): string {
  const flag = keyFlag(entry);
  if (flag === undefined) throw new UsageError('--out auto needs a key file to stand beside; name a file');
  const [, texts] = [...given].find(([{ name }]) => name === flag.name) ?? [];
  const text = Array.isArray(texts) ? (texts.at(-1) ?? '') : '';
  if (!/^@[^@-]/.test(text)) {
    throw new UsageError(
      `--out auto stands beside the file of ${flag.name}; give that as @FILE, or name a file for --out`,
    );
  }
  return `${text.slice(1).replace(/\.pub$/, '')}-cert.pub`;
}
