import type { Shell } from '../../completion/shells.ts';
import type { LocalCommand } from '../../parser/command-tree.ts';

const titles: readonly (readonly [Shell, string])[] = [
  ['bash', 'bash'],
  ['zsh', 'zsh'],
  ['fish', 'fish'],
  ['powershell', 'PowerShell'],
];

/** `completion bash` and its like, and `completion install`. */
export const completionCommands: readonly LocalCommand[] = [
  ...titles.map(([shell, title]) => printCommand(shell, title)),
  {
    words: 'completion install',
    summary: 'Put the completion script where your shell looks for it',
    load: async () => ({ command: (await import('./script-commands.ts')).installCommand }),
  },
];

function printCommand(shell: Shell, title: string): LocalCommand {
  return {
    words: `completion ${shell}`,
    summary: `Print the completion script of ${title}`,
    load: async () => ({ command: (await import('./script-commands.ts')).printCommand(shell) }),
  };
}
