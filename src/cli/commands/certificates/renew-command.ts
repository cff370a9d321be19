import type { CatalogueEntry } from '../../../contract/index.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { parseDuration } from '../../../contract/rules/time.ts';
import { connect } from '../../connect/connection.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { filePath, inputFile } from '../../input/named-file.ts';
import { writeCertificate } from '../../operation/plugins/keep-certificate.ts';
import { showDone } from '../../output/show.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import { argument, option } from '../../parser/options.ts';
import { parsed } from '../../parser/value-types.ts';
import { commandWords } from '../../words/command-words.ts';
import { parseCertificate } from './certificate.ts';
import { certificateKind, requireKind, signAgain } from './renew-certificate.ts';
import { describeRenewal, judgeRenewal, parseRenewalPoint } from './renewal-time.ts';

/**
 * `renew <file>`: another certificate in the place of the one in the file.
 * @param entry the resource's `get`
 */
export function renewCommand(entry: CatalogueEntry): AnyCommand {
  const words = commandWords({ ...entry, verb: 'renew' });
  const name = certificateKind(entry) === 'host' ? 'ssh_host_ed25519_key-cert.pub' : 'id_ed25519-cert.pub';
  return defineCommand({
    description:
      'Have a certificate signed again, and put the new one in its file in the place of the old.\n\n' +
      'Authority, key, principals and options stay, and it is valid as long again, from now on. The file must hold ' +
      'what its record on the service holds. It is replaced whole or not at all, and keeps its mode and owner.',
    arguments: { file: argument('<file>', `file such as ${name}`, inputFile) },
    options: {
      validFor: option(
        '--valid-for <duration>',
        'how long the new one is valid, as 8h or 1d12h, in place of as long as the old one',
        parsed(parseDuration),
      ),
      expiresIn: option(
        '--expires-in <time>',
        'do nothing until it is due: so long before the end, as 1h, or once so much of it has passed, as 75%',
        parsed(parseRenewalPoint),
      ),
    },
    examples: [
      {
        summary: 'As a cron job: renew it when three quarters have passed',
        command: `${words} ${name} --expires-in 75%`,
      },
      { summary: 'Renew it now, for a shorter time', command: `${words} ${name} --valid-for 1h` },
    ],
    async run({ file, validFor, expiresIn }, context) {
      const { streams, printer } = context;
      if (file.isStdin) throw fieldError('<file>', 'must be a file, in whose place the new certificate goes');
      const text = Buffer.from(await file.bytes()).toString();
      const certificate = parseCertificate(text, file.name, '<file>');
      requireKind(certificate, entry, file.name);
      const said = sanitizeLine(file.name);
      if (expiresIn !== undefined) {
        const renewal = judgeRenewal(certificate, expiresIn, streams.clock.now());
        if (!renewal.isDue) {
          const { keyId: id } = certificate;
          const record = { file: file.name, renewed: false, id, replaced_id: null, valid_until: null };
          return showDone(record, context, () =>
            printer.notice(`${said} ${describeRenewal(renewal)}: no need to renew it yet`),
          );
        }
      }
      const connection = await connect(context);
      try {
        const signed = await signAgain(
          { certificate, text, file: file.name, entry, validFor },
          connection.client,
          context,
        );
        const path = filePath(file.name, streams);
        await writeCertificate(signed.record, { path, file: file.name, text: signed.text }, entry.resource);
        const { id, valid_until } = signed.record;
        const record = { file: file.name, renewed: true, id, replaced_id: certificate.keyId, valid_until };
        await showDone(record, context, () =>
          printer.notice(
            `renewed ${said}: ${id} in place of ${certificate.keyId}, valid until ${valid_until}`,
          ),
        );
      } finally {
        await connection.close();
      }
    },
  });
}
