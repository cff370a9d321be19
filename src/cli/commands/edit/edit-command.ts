import { demoIds } from '../../../contract/examples/demo-ids.ts';
import type { CatalogueEntry } from '../../../contract/index.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors/cli-error.ts';
import { takeKnownNames } from '../../id-lookup/known-names.ts';
import { canPrompt } from '../../input/questions.ts';
import { chooseTarget } from '../../operation/body/choose-target.ts';
import { flagsOf } from '../../operation/flags.ts';
import { printAnswer } from '../../operation/print.ts';
import { inputOptions } from '../../operation/request-options.ts';
import { nameArgument, type OperationRun } from '../../operation/run.ts';
import { argumentUsage, pathArguments, pathTargets, requireTargets } from '../../operation/targets.ts';
import { recordOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import { toggle } from '../../parser/options.ts';
import { commandWords, resourceWords } from '../../words/command-words.ts';
import { editRecord } from './edit-record.ts';
import { findEditor } from './editor.ts';

/**
 * `edit <resource> <id>` for whatever can be read and changed.
 * @param entry the resource's operation that changes it
 */
export function editCommand(entry: CatalogueEntry): AnyCommand {
  const { operation } = entry;
  const command = `tunnelctl edit ${resourceWords(entry.resource).join(' ')}`;
  const [example] = operation.examples;
  const line = [command, ...Object.values(example?.params ?? {})].join(' ');
  return defineCommand({
    description:
      `${operation.summary}, in your editor.\n\n` +
      'It opens what can be changed as commented YAML in $VISUAL, $EDITOR or vi. What you changed when you close it is ' +
      'shown and sent, and nothing else. What is wrong with it, or refused, stands at its head when it opens again.',
    arguments: pathArguments(entry),
    options: {
      diff: inputOptions.diff,
      dryRun: toggle('--dry-run', 'print the request in place of sending it', { group: 'Input options:' }),
      ...recordOptions,
    },
    exitCodes: {
      5: 'somebody else has changed it since the editor was opened, or the state of things forbids it',
    },
    examples: [
      { summary: 'Change it in your editor', command: line },
      ...scriptExamples(operation.body ?? {}, line),
    ],
    async run({ diff, dryRun, ...output }, context) {
      const editor = findEditor(context.streams);
      const isAttended = hasSomebody(context);
      if (!editor.isNamed && !isAttended) throw noTerminal(entry);
      const plan = await planOutput(operation.returns ?? {}, output, context);
      const named = pathTargets(entry, output);
      if (named.missing.length > 0 && !canPrompt(context)) requireTargets(named, entry, command);
      const run: OperationRun = {
        entry,
        args: [],
        flags: flagsOf(operation.body ?? {}),
        given: new Map(),
        input: {
          fromFile: undefined,
          skeleton: false,
          yes: true,
          ignoreNotFound: false,
          diff,
          preview: dryRun ? 'request' : undefined,
        },
        plugins: { entry, sent: entry, providers: [], prepare: [], guards: [], middlewares: [] },
        output,
      };
      const connection = await connect(context);
      try {
        const target = await chooseTarget(named, entry, connection.client, context);
        const client = takeKnownNames(connection.client, entry, context);
        const outcome = await editRecord(
          { run, target, client, plan, context },
          { editor, isAttended, command },
        );
        if (outcome.kind === 'same') await context.printer.notice('edit cancelled, nothing was changed');
        if (outcome.kind === 'sent') await printAnswer({ ...outcome.ready, plan }, outcome.answer, context);
      } catch (error) {
        throw nameArgument(error, entry);
      } finally {
        await connection.close();
      }
    },
  });
}

/** Whether somebody sits there who can correct a text. Where results go does not matter: editors draw on stderr too. */
function hasSomebody({ options, streams }: CommandContext): boolean {
  if (options.noInput || streams.env.TUNNELCTL_NO_INPUT) return false;
  return streams.stdinIsTTY && streams.stderrIsTTY;
}

function noTerminal(entry: CatalogueEntry) {
  const update = `${commandWords(entry)} ${argumentUsage(entry)} --from-file FILE`;
  return usageError('there is no terminal to edit on, and neither VISUAL nor EDITOR names an editor', {
    hint: `${update} takes changes from a file`,
  });
}

/** The same without anybody at a terminal: the first member whose line a stream editor can rewrite. */
function scriptExamples({ properties = {} }: ObjectSchema, line: string) {
  for (const [name, member] of Object.entries<Schema>(properties)) {
    if (typeof member !== 'object') continue;
    const { type, format, enum: choices } = member as ObjectSchema;
    const isPlain = type === 'string' && format === undefined && choices === undefined;
    const value = type === 'boolean' ? String(!member.default) : isPlain ? 'reviewed' : undefined;
    if (value === undefined) continue;
    const script = `VISUAL="sed -i 's/^${name}:.*/${name}: ${value}/'"`;
    return [
      {
        summary: 'Let a program do it, and look at the request first',
        command: `${script} \\\n  ${line} --dry-run`,
      },
    ];
  }
  return [];
}

const { app } = demoIds.endpoints;

/** What `edit --help` says above the resources. */
export const editHelp = {
  description:
    'Change an object in your editor.\n\n' +
    'What can be changed of it opens as commented YAML in $VISUAL, $EDITOR or vi. Save and close the editor: what you ' +
    'changed is shown and sent, and nothing else. Save it as it is, or empty the file, and nothing is sent.',
  notes: [
    'What you remove or comment out stays as it is; "" clears a text, [] a list.',
    '<SECRET> stands for a secret that is not shown, and keeps it.',
    '',
    'What is wrong with the text, or refused by the service, stands at its head',
    'when it opens again; save it as it is to give up. If somebody else changed the',
    'object meanwhile, their values are told and nothing is sent before you say so.',
    'What you wrote and could not send is kept in a file, which the error names.',
    '',
    'The editor must wait until the file is closed: VISUAL="code --wait". Without a',
    'terminal VISUAL or EDITOR must name a program; it runs once, and what is wrong',
    'then is an error.',
  ].join('\n'),
  examples: [
    { summary: 'Change an endpoint and its traffic policy', command: `tunnelctl edit endpoints ${app}` },
    { summary: 'Name it by its URL', command: 'tunnelctl edit endpoints https://app.example.com' },
    {
      summary: 'Let a program do it, and see what would change',
      command: `VISUAL="sed -i 's/^description:.*/description: reviewed/'" \\\n  tunnelctl edit endpoints ${app} --diff --dry-run`,
    },
  ],
};
