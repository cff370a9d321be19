/** The shells that have a completion script. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** What each shell's script is called in `completions/`. */
export const scriptNames: Readonly<Record<Shell, string>> = {
  bash: 'tunnelctl.bash',
  zsh: '_tunnelctl',
  fish: 'tunnelctl.fish',
  powershell: 'tunnelctl.ps1',
};
