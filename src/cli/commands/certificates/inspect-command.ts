import { existsSync } from 'node:fs';
import type { CatalogueEntry } from '../../../contract/index.ts';
import type { SshCertificate } from '../../../contract/rules/ssh/certificate.ts';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { takeKnownNames } from '../../id-lookup/known-names.ts';
import { filePath, inputFile, type NamedFile } from '../../input/named-file.ts';
import { certificateMember } from '../../operation/plugins/certificate-file.ts';
import { outputFormat } from '../../output/formats.ts';
import { recordOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { ownSchema, showFacts } from '../../output/show.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import { argument, type ValueType } from '../../parser/options.ts';
import { commandWords } from '../../words/command-words.ts';
import { certificateData, formatCertificate, parseCertificate, readSshCertificate } from './certificate.ts';

const ARGUMENT = '<file|id|->';

const certificateFacts = ownSchema([
  ...['type', 'kind', 'key_id', 'serial', 'key_type', 'public_key', 'public_key_fingerprint'],
  ...['authority_key_type', 'authority_public_key', 'authority_fingerprint', 'signature_algorithm'],
  ...['valid_after', 'valid_until', 'principals', 'critical_options', 'extensions', 'comment'],
]);

/**
 * `inspect <file|id|->`: what stands in a certificate.
 * @param entry the resource's `get`
 */
export function inspectCommand(entry: CatalogueEntry): AnyCommand {
  const id = entry.operation.examples[0]?.params?.id ?? '';
  return defineCommand({
    description:
      'Show what stands in a certificate, as ssh-keygen -L does, with times in UTC; -o, --columns and --query for programs.\n\n' +
      'A file or stdin needs no service. The signature is not checked: servers and clients do that.',
    arguments: {
      source: argument(
        ARGUMENT,
        'file such as id_ed25519-cert.pub, id of a certificate, or - for stdin',
        fileOrId(`${entry.resource.idPrefix}_`),
      ),
    },
    examples: [
      {
        summary: 'Show a certificate of the account',
        command: `${commandWords({ ...entry, verb: 'inspect' })} ${id}`,
      },
      {
        summary: 'Until when it is valid, alone',
        command: `${commandWords({ ...entry, verb: 'inspect' })} ${id} --query valid_until`,
      },
    ],
    options: recordOptions,
    prints: certificateFacts,
    async run({ source, ...choices }, context) {
      const isId = typeof source === 'string';
      const printsId = outputFormat(context) === 'id' && choices.query === undefined;
      const plan = printsId ? undefined : await planOutput(certificateFacts, choices, context);
      const certificate = isId
        ? await fetchCertificate(source, entry, context)
        : await readSshCertificate(source, ARGUMENT);
      if (plan === undefined) return context.printer.data(`${certificate.keyId}\n`);
      const name = isId ? source : source.isStdin ? '(stdin)' : source.name;
      const words = formatCertificate(certificate, name);
      await showFacts(plan, certificateData(certificate), words, context);
    },
  });
}

/** What no file is called is an id, or what else a certificate is known by, unless it has the form of a file's name. */
function fileOrId(prefix: string): ValueType<NamedFile | string> {
  return {
    hint: { ...inputFile.hint, words: ['-'] },
    read(given, name, context) {
      const isFile = given === '-' || existsSync(filePath(given, context.streams));
      const looksLikeFile = /[/\\]|\.\w+$/.test(given) || given === '';
      const isRecord = !isFile && (given.startsWith(prefix) || !looksLikeFile);
      return isRecord ? given : inputFile.read(given, name, context);
    },
  };
}

async function fetchCertificate(
  id: string,
  entry: CatalogueEntry,
  context: CommandContext,
): Promise<SshCertificate> {
  const connection = await connect(context);
  try {
    const { operation } = entry;
    const client = takeKnownNames(connection.client, entry, context);
    const record = (await client.send(operation, { id })) as Record<string, unknown>;
    return parseCertificate(String(record[certificateMember(operation.returns)?.name ?? '']), id, ARGUMENT);
  } finally {
    await connection.close();
  }
}
