import { installPlace, type Shell, shells, shippedScript } from '../../completion/shells.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import { install, uninstall } from './install-commands.ts';

/** `tunnelctl completion bash` and its like: the script, to be sourced or kept. */
function printCommand(shell: Shell): AnyCommand {
  const { file } = installPlace(shell, { HOME: '~' });
  return defineCommand({
    description:
      `Print the completion script of ${shell}.\n\n` +
      'tunnelctl completion install puts it where the shell looks for it; a new version of tunnelctl may bring a ' +
      'new script.',
    examples: [
      {
        summary: `Complete in this ${shell === 'powershell' ? 'session' : 'shell'}`,
        command: loadingLines[shell],
      },
      { summary: 'Keep it', command: `tunnelctl completion ${shell} > ${file}` },
    ],
    run: (_, { printer }) => printer.data(shippedScript(shell)),
  });
}

const loadingLines: Readonly<Record<Shell, string>> = {
  bash: 'source <(tunnelctl completion bash)',
  zsh: 'source <(tunnelctl completion zsh)',
  fish: 'tunnelctl completion fish | source',
  powershell: 'tunnelctl completion powershell | Out-String | Invoke-Expression',
};

export const commands = {
  ...Object.fromEntries(shells.map((shell) => [shell, printCommand(shell)])),
  install,
  uninstall,
};
