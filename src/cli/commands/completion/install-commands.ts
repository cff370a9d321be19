import { mkdirSync, rmSync } from 'node:fs';
import { readBounded } from '../../../files/read-file.ts';
import { writeWholeFile } from '../../../files/write-file.ts';
import { detectShell, installPlace, shells, shippedScript } from '../../completion/shells.ts';
import { startUpAdvice, startUpLine } from '../../completion/start-up-files.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { formatText } from '../../output/text-result.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { option, toggle } from '../../parser/options.ts';
import { choice } from '../../parser/value-types.ts';

const shell = option(`--shell <${shells.join('|')}>`, 'whose script', choice(shells), {
  fallback: 'the shell that SHELL names',
});

/** `tunnelctl completion install`: writes one file of ours, and no file of the user's. */
export const install = defineCommand({
  description:
    'Put the completion script where your shell looks for it.\n\n' +
    'Writes one file in your home and changes no other. Where your own start-up file does not lead the shell there ' +
    'yet, it says which line to add. Run it again after an update of tunnelctl.',
  options: {
    shell,
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
    const { env } = streams;
    const wanted = shell ?? detectShell(env);
    const { directory, file } = installPlace(wanted, env);
    if (printPath) return printer.data(formatText(file, streams.stdoutIsTTY));
    const done = await writeWhereNew(directory, file, shippedScript(wanted));
    await printer.notice(`${done} ${file}`);
    const advice = startUpAdvice(wanted, env);
    if (advice === undefined) return printer.notice('new shells complete tunnelctl');
    await printer.notice(`${advice.text}:`);
    for (const line of advice.lines) await printer.notice(`  ${line}`);
  },
});

/** `tunnelctl completion uninstall`: removes what `install` wrote. */
export const uninstall = defineCommand({
  description:
    'Remove the completion script that completion install wrote.\n\n' +
    'Removes that one file and changes no other: where your own start-up file has a line for it, it says which.',
  options: { shell },
  examples: [
    { summary: 'For the shell that you use', command: 'tunnelctl completion uninstall' },
    { summary: 'For another one', command: 'tunnelctl completion uninstall --shell zsh' },
  ],
  async run({ shell }, { streams: { env }, printer }) {
    const wanted = shell ?? detectShell(env);
    const { file } = installPlace(wanted, env);
    const script = readIfThere(file);
    if (script === undefined) await printer.notice(`nothing to remove: there is no ${file}`);
    else {
      removeOurs(file, script);
      await printer.notice(`removed ${file}`);
    }
    const line = startUpLine(wanted, env);
    if (line === undefined) return;
    await printer.notice(`line ${line.number} of ${line.file} is no longer needed for tunnelctl:`);
    await printer.notice(`  ${line.text}`);
  },
});

/** Leaves a file alone that is already as it should be. A shell never reads half of one. */
async function writeWhereNew(directory: string, file: string, script: string): Promise<string> {
  const old = readIfThere(file);
  if (old === script) return 'already up to date:';
  try {
    mkdirSync(directory, { recursive: true });
    await writeWholeFile(file, script, 0o644);
  } catch (error) {
    throw new Error(`cannot write ${file}: ${systemProblem(error)}`);
  }
  return old === undefined ? 'wrote' : 'updated';
}

/** Removes a script of this or an older version. What somebody else put there stays. */
function removeOurs(file: string, script: string): void {
  if (!script.slice(0, 500).includes('# Completion of tunnelctl for ')) {
    throw new Error(`${file} is not a completion script of tunnelctl, so it was left as it is`);
  }
  try {
    rmSync(file);
  } catch (error) {
    throw new Error(`cannot remove ${file}: ${systemProblem(error)}`);
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readBounded(file, longest.ownFile).toString();
  } catch {
    return undefined;
  }
}
