import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { quote } from '../../../contract/rules/rule.ts';
import { detectShell, type InstallPlace, installPlace } from '../../completion/install-place.ts';
import { type Shell, shells } from '../../completion/shells.ts';
import { shippedScript } from '../../completion/shipped-script.ts';
import type { CommandContext } from '../../context.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { didYouMean } from '../../parser/did-you-mean.ts';

/** `tunnelctl completion install`: writes one file of ours, and no file of the user's. */
export function define(command: Command, { streams, printer }: CommandContext): void {
  command
    .description(
      'Put the completion script where your shell looks for it.\n\n' +
        'Writes one file in your home and changes no other; where the shell has to be told of it, says which line ' +
        'to add. Run it again after an update of tunnelctl.',
    )
    .addOption(
      new Option(`--shell <${shells.join('|')}>`, 'whose script (default: the shell that SHELL names)'),
    )
    .addOption(new Option('--print-path', 'print where the script would go, and write nothing'))
    .addHelpText('after', examples)
    .action(async () => {
      const { shell: given, printPath }: { shell?: string; printPath?: true } = command.opts();
      const shell = given === undefined ? detectShell(streams.env) : readShell(given);
      const place = installPlace(shell, streams.env);
      if (printPath) return await printer.data(`${place.file}\n`);
      const done = writeWhereNew(place.file, shippedScript(shell));
      await printer.notice(`${done} ${place.file}`);
      for (const line of nextSteps(shell, place)) await printer.notice(line);
    });
}

function readShell(text: string): Shell {
  const shell = shells.find((known) => known === text);
  if (shell !== undefined) return shell;
  throw new UsageError(
    `--shell ${quote(text)} is not one of ${shells.join(', ')}${didYouMean(text, shells)}`,
  );
}

/** Leaves a file alone that is already as it should be. A shell never reads half of one. */
function writeWhereNew(file: string, text: string): string {
  const old = readIfThere(file);
  if (old === text) return 'already up to date:';
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    throw new Error(`cannot write ${file}: ${systemProblem(error)}`);
  }
  return old === undefined ? 'wrote' : 'updated';
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function nextSteps(shell: Shell, { line }: InstallPlace): string[] {
  const steps =
    line === undefined ? [] : [`add this line to ${line.into}, unless it is there:`, `  ${line.text}`];
  return [...steps, ...(shell === 'bash' ? [needed] : []), 'new shells complete tunnelctl'];
}

const needed =
  'note: bash finds it there with the package bash-completion; without it, source the file in ~/.bashrc';

const examples = `
Examples:
  # For the shell that you use
  tunnelctl completion install

  # For another one
  tunnelctl completion install --shell fish

  # See where it would go
  tunnelctl completion install --shell zsh --print-path`;
