import type { Shell } from '../../completion/shells.ts';
import type { LocalCommand } from '../index.ts';

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
    load: () => import('./install-command.ts'),
  },
];

function printCommand(shell: Shell, title: string): LocalCommand {
  return {
    words: `completion ${shell}`,
    summary: `Print the completion script of ${title}`,
    load: async () => {
      const { definePrint } = await import('./print-command.ts');
      return { define: (command, context) => definePrint(command, context, shell) };
    },
  };
}
