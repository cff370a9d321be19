import { type Command, Option } from 'commander';
import type { CatalogueEntry } from '../../../contract/index.ts';
import type { CommandContext } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { sanitizeLine } from '../../output/sanitize.ts';
import { commandWords } from '../../parser/command-tree.ts';
import { readCertificateFile } from './read-certificate.ts';
import { judgeRenewal, type Renewal, readRenewalPoint } from './renewal.ts';

const DEFAULT_POINT = '66%';

/** `needs-renewal <file>`: an answer for scripts, by the exit code, without network or settings. */
export function defineNeedsRenewal(command: Command, entry: CatalogueEntry, context: CommandContext): void {
  const words = commandWords({ ...entry, verb: 'needs-renewal' });
  command
    .description(
      'Tell whether the certificate in a file should be renewed, without asking the service.\n\n' +
        'Exit code 0: it should. 1: not yet. 2: there is no certificate to read.',
    )
    .argument('<file>', 'file such as id_ed25519-cert.pub')
    .addOption(
      new Option(
        '--expires-in <time>',
        'due so long before the end, as 1h, or once so much of it has passed, as 75%',
      ).default(DEFAULT_POINT),
    )
    .addHelpText(
      'after',
      `\nExamples:\n  # Renew in the last hour\n  ${words} id_ed25519-cert.pub --expires-in 1h`,
    )
    .action(async (file: string) => {
      const { expiresIn }: { expiresIn: string } = command.opts();
      const { streams, printer } = context;
      const point = readRenewalPoint('--expires-in', expiresIn);
      const renewal = judgeRenewal(readCertificateFile(file, streams), point, streams.clock.now());
      await printer.notice(
        sanitizeLine(
          `${file} ${describe(renewal)}: ${renewal.isDue ? 'renew it' : 'no need to renew it yet'}`,
        ),
      );
      context.exitCode = renewal.isDue ? exitCodes.ok : exitCodes.other;
    });
}

function describe({ secondsLeft, percentPassed }: Renewal): string {
  if (secondsLeft === undefined) return 'never expires';
  if (secondsLeft <= 0) return `expired ${formatSpan(-secondsLeft)} ago`;
  return `expires in ${formatSpan(secondsLeft)}, ${Math.floor(percentPassed)}% of its validity has passed`;
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const;

/** The two largest units: `1d12h`, `45m`. */
function formatSpan(seconds: number): string {
  const first = Math.max(
    0,
    units.findIndex(([, size]) => seconds >= size),
  );
  let rest = Math.floor(seconds);
  const parts = units.slice(first, first + 2).map(([name, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? '' : `${count}${name}`;
  });
  return parts.join('') || '0s';
}
