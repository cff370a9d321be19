import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  detectShell,
  type InstallPlace,
  installPlace,
  type Shell,
  shells,
  shippedScript,
} from '../../completion/shells.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { writeWholeFile } from '../../output/write-file.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import { option, toggle } from '../../parser/options.ts';
import { choice } from '../../parser/value-types.ts';

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

/** `tunnelctl completion install`: writes one file of ours, and no file of the user's. */
const install = defineCommand({
  description:
    'Put the completion script where your shell looks for it.\n\n' +
    'Writes one file in your home and changes no other; where the shell has to be told of it, says which line ' +
    'to add. Run it again after an update of tunnelctl.',
  options: {
    shell: option(
      `--shell <${shells.join('|')}>`,
      'whose script (default: the shell that SHELL names)',
      choice(shells),
    ),
    printPath: toggle('--print-path', 'print where the script would go, and write nothing'),
  },
  examples: [
    { summary: 'For the shell that you use', command: 'tunnelctl completion install' },
    { summary: 'For another one', command: 'tunnelctl completion install --shell fish' },
    {
      summary: 'See where it would go',
      command: 'tunnelctl completion install --shell zsh --print-path',
    },
  ],
  async run({ shell, printPath }, { streams, printer }) {
    const wanted = shell ?? detectShell(streams.env);
    const place = installPlace(wanted, streams.env);
    if (printPath) return printer.data(`${place.file}\n`);
    const done = await writeWhereNew(place.file, shippedScript(wanted));
    await printer.notice(`${done} ${place.file}`);
    for (const line of nextSteps(wanted, place)) await printer.notice(line);
  },
});

export const commands = {
  ...Object.fromEntries(shells.map((shell) => [shell, printCommand(shell)])),
  install,
};

/** Leaves a file alone that is already as it should be. A shell never reads half of one. */
async function writeWhereNew(file: string, script: string): Promise<string> {
  const old = readIfThere(file);
  if (old === script) return 'already up to date:';
  try {
    mkdirSync(dirname(file), { recursive: true });
    await writeWholeFile(file, script, 0o644);
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
