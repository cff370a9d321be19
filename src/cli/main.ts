import { CommanderError } from 'commander';
import type { CatalogueEntry } from '../contract/index.ts';
import type { CommandContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { namedTopic, topicText } from './help/topics.ts';
import { leadingWords } from './parser/command-tree.ts';
import { createPrinter, OutputClosedError } from './printer.ts';
import { buildProgram, type Program, type Surroundings, wholeTree } from './program.ts';
import type { Streams } from './streams.ts';

/**
 * Runs one command line and answers with the exit code. Never ends the process, never throws.
 * @param argv without the program's name
 * @param operations of the API that is administered
 */
export async function run(
  argv: readonly string[],
  streams: Streams,
  operations?: readonly CatalogueEntry[],
): Promise<number> {
  const printer = createPrinter(streams);
  const help = { asked: '', unasked: '', command: 'tunnelctl' };
  let ran: Program['context'] = () => undefined;
  try {
    const topic = namedTopic(leadingWords(argv));
    if (topic !== undefined) {
      await printer.data(await topicText(topic));
      return exitCodes.ok;
    }
    const surroundings = { streams, printer };
    const output = {
      asked: (text: string) => {
        help.asked += text;
      },
      unasked: (text: string) => {
        help.unasked += text;
      },
    };
    const program = await buildProgram(argv, surroundings, output, wholeTree(operations));
    help.command = program.words;
    ran = program.context;
    await program.command.parseAsync([...program.argv], { from: 'user' });
    return program.context()?.exitCode ?? exitCodes.ok;
  } catch (error) {
    return end(error, argv, help, { streams, printer }, ran());
  }
}

/** What ends a command early: help, a reader that went away, or a failure. */
async function end(
  error: unknown,
  argv: readonly string[],
  { asked, unasked, command }: { asked: string; unasked: string; command: string },
  { printer, streams }: Surroundings,
  context: CommandContext | undefined,
): Promise<number> {
  if (error instanceof OutputClosedError) return exitCodes.ok;
  // Commander throws nothing but the end of help and of the version: what it refuses is an error of ours.
  if (error instanceof CommanderError && asked !== '') {
    await printer.data(asked).catch(() => {});
    return exitCodes.ok;
  }
  // Loaded here: most commands do not fail.
  const [{ reportFailure, incompleteCommand }, { wantsErrorObject }] = await Promise.all([
    import('./errors/report-failure.ts'),
    import('./output/error-format.ts'),
  ]);
  const asObject = wantsErrorObject(argv, streams);
  if (error instanceof CommanderError && !asObject) {
    await printer.error(unasked.trimEnd());
    return exitCodes.usage;
  }
  const failure =
    error instanceof CommanderError ? incompleteCommand(command) : await advised(error, context);
  if (streams.env.TUNNELCTL_DEBUG && error instanceof Error) await printer.error(error.stack ?? '');
  return reportFailure(failure, command, asObject, printer);
}

/** The error with what only this run knows about it. */
async function advised(error: unknown, context: CommandContext | undefined): Promise<unknown> {
  if (context?.usedKey === undefined) return error;
  const { adviseOnRefusedKey } = await import('./connect/refused-key.ts');
  return adviseOnRefusedKey(error, context);
}
