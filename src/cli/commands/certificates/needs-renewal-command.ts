import type { CatalogueEntry } from '../../../contract/index.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { exitCodes } from '../../exit-codes.ts';
import { inputFile } from '../../input/named-file.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import { argument, option } from '../../parser/options.ts';
import { parsed } from '../../parser/value-types.ts';
import { commandWords } from '../../words/command-words.ts';
import { readSshCertificate } from './certificate.ts';
import { describeRenewal, judgeRenewal, parseRenewalPoint } from './renewal-time.ts';

/** `needs-renewal <file>`: an answer for scripts, by the exit code, without network or settings. */
export function needsRenewalCommand(entry: CatalogueEntry): AnyCommand {
  const words = commandWords({ ...entry, verb: 'needs-renewal' });
  return defineCommand({
    description: 'Tell whether the certificate in a file should be renewed, without asking the service.',
    exitCodes: { 0: 'it should', 1: 'not yet', 2: 'there is no certificate to read' },
    arguments: { file: argument('<file>', 'file such as id_ed25519-cert.pub', inputFile) },
    options: {
      expiresIn: option(
        '--expires-in <time>',
        'due so long before the end, as 1h, or once so much of it has passed, as 75%',
        parsed(parseRenewalPoint),
        { default: '66%' },
      ),
    },
    examples: [
      { summary: 'Renew in the last hour', command: `${words} id_ed25519-cert.pub --expires-in 1h` },
    ],
    async run({ file, expiresIn }, context) {
      const { streams, printer } = context;
      const renewal = judgeRenewal(await readSshCertificate(file, '<file>'), expiresIn, streams.clock.now());
      const verdict = renewal.isDue ? 'renew it' : 'no need to renew it yet';
      await printer.notice(sanitizeLine(`${file.name} ${describeRenewal(renewal)}: ${verdict}`));
      context.exitCode = renewal.isDue ? exitCodes.ok : exitCodes.other;
    },
  });
}
