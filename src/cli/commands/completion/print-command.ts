import type { Command } from 'commander';
import { installPlace } from '../../completion/install-place.ts';
import type { Shell } from '../../completion/shells.ts';
import { shippedScript } from '../../completion/shipped-script.ts';
import type { CommandContext } from '../../context.ts';

/** `tunnelctl completion bash` and its like: the script, to be sourced or kept. */
export function definePrint(command: Command, { streams, printer }: CommandContext, shell: Shell): void {
  const { file } = installPlace(shell, { ...streams.env, HOME: '~', XDG_DATA_HOME: '', XDG_CONFIG_HOME: '' });
  command
    .description(
      `Print the completion script of ${shell}.\n\n` +
        'tunnelctl completion install puts it where the shell looks for it; a new version of tunnelctl may bring a ' +
        'new script.',
    )
    .addHelpText(
      'after',
      () => `\nExamples:\n${examples[shell]}\n\n  # Keep it\n  tunnelctl completion ${shell} > ${file}`,
    )
    .action(() => printer.data(shippedScript(shell)));
}

const examples: Readonly<Record<Shell, string>> = {
  bash: '  # Complete in this shell\n  source <(tunnelctl completion bash)',
  zsh: '  # Complete in this shell\n  source <(tunnelctl completion zsh)',
  fish: '  # Complete in this shell\n  tunnelctl completion fish | source',
  powershell:
    '  # Complete in this session\n  tunnelctl completion powershell | Out-String | Invoke-Expression',
};
