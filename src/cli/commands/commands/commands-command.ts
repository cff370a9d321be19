import { usageError } from '../../errors/cli-error.ts';
import { describeAll } from '../../help/describe-command.ts';
import { isForProgram } from '../../output/formats.ts';
import { rowsOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { ownSchema, printItems } from '../../output/show.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import type { CommandNode } from '../../parser/command-tree.ts';
import { restArguments } from '../../parser/options.ts';
import { text } from '../../parser/value-types.ts';

/** What a table shows of each. */
const shown = ['command', 'summary'];

/** `tunnelctl commands`: every command there is, for programs with all that help says of it. */
export function commandsCommand(tree: () => CommandNode): AnyCommand {
  return defineCommand({
    description:
      'List every command, or those that begin with some words.\n\n' +
      'With -o json, jsonl or yaml each has its usage, description, aliases, arguments and options (type, choices, ' +
      'default, variable), examples and exit codes. What every command takes and exits with stands with the first, ' +
      'the program itself.',
    arguments: { words: restArguments('[word...]', 'first words of the commands: sandbox agents', text) },
    examples: [
      { summary: 'All that a program must know', command: 'tunnelctl commands -o json' },
      {
        summary: 'The options of one command',
        command: 'tunnelctl commands endpoints create -o jsonl --query "[].options[].name"',
      },
    ],
    options: rowsOptions,
    async run({ words, ...choices }, context) {
      const start = ['tunnelctl', ...words].join(' ');
      const all = await describeAll(tree());
      const found = all.filter(({ command }) => `${command} `.startsWith(`${start} `));
      if (found.length === 0) {
        throw usageError(`no command begins with ${start}`, { hint: 'tunnelctl commands lists all' });
      }
      // People look for what they can run.
      const rows = isForProgram(context) ? found : found.filter(({ commands }) => commands.length === 0);
      const names = new Set(all.flatMap((document) => Object.keys(document)));
      const schema = { ...ownSchema([...names]), required: shown };
      await printItems(await planOutput(schema, choices, context, shown), rows, context, 'commands');
    },
  });
}
