import type { Command } from 'commander';
import type { CatalogueEntry } from '../../../contract/index.ts';
import type { SshCertificate } from '../../../contract/rules/ssh/certificate.ts';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { createStdinReader } from '../../input/stdin-reader.ts';
import { createTextSource } from '../../input/text-source.ts';
import { certificateMember } from '../../operation/plugins/certificate-file.ts';
import { formats } from '../../output/formats.ts';
import { outputFormat } from '../../output/output-plan.ts';
import { formatJson, formatJsonLine, formatYaml } from '../../output/serialize.ts';
import { commandWords } from '../../parser/command-tree.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { certificateData, formatCertificate } from './certificate-text.ts';
import { isFile, parseCertificate, readCertificateFile } from './read-certificate.ts';

/**
 * `inspect <file|id|->`: what stands in a certificate.
 * @param entry the resource's `get`
 */
export function defineInspect(command: Command, entry: CatalogueEntry, context: CommandContext): void {
  const words = commandWords({ ...entry, verb: 'inspect' });
  const id = entry.operation.examples[0]?.params?.id ?? '';
  command
    .description(
      'Show what stands in a certificate, as ssh-keygen -L does, with times in UTC; -o json or yaml for programs.\n\n' +
        'A file or stdin needs no service. The signature is not checked: servers and clients do that.',
    )
    .argument('<file|id|->', `file such as id_ed25519-cert.pub, id of a certificate, or - for stdin`)
    .addHelpText('after', `\nExamples:\n  # Show a certificate of the account\n  ${words} ${id}`)
    .action(async (name: string) => {
      const format = outputFormat(readGlobalOptions(command), context.streams);
      const certificate = await readNamed(name, command, entry, context);
      const data = certificateData(certificate);
      if (formats[format].isStructured) {
        const text =
          format === 'yaml'
            ? await formatYaml(data)
            : (format === 'json' ? formatJson : formatJsonLine)(data);
        return context.printer.data(text);
      }
      if (format === 'id') return context.printer.data(`${certificate.keyId}\n`);
      if (format === 'csv')
        throw new UsageError('--output csv cannot show a certificate; choose json or yaml');
      await context.printer.data(formatCertificate(certificate, name === '-' ? '(stdin)' : name));
    });
}

async function readNamed(
  name: string,
  command: Command,
  entry: CatalogueEntry,
  { streams }: CommandContext,
): Promise<SshCertificate> {
  if (name === '-') {
    const bytes = await createStdinReader(streams).read('<file|id|-> -');
    return parseCertificate('stdin', Buffer.from(bytes).toString('utf8'));
  }
  const isId = name.startsWith(`${entry.resource.idPrefix}_`) && !isFile(name, streams);
  if (!isId) return readCertificateFile(name, streams);
  const connection = await connect(readGlobalOptions(command), streams, createTextSource(streams));
  try {
    const record = (await connection.client.send(entry.operation, { id: name })) as Record<string, unknown>;
    return parseCertificate(name, String(record[certificateMember(entry.operation.returns) ?? '']));
  } finally {
    await connection.close();
  }
}
