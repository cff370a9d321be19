import { CommanderError } from 'commander';
import type { CatalogueEntry } from '../contract/index.ts';
import { sanitizeBlock } from '../contract/rules/sanitize.ts';
import type { CommandContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import type { Page } from './help/render.ts';
import { namedTopic } from './help/topics.ts';
import { type CommandNode, leadingWords } from './parser/command-tree.ts';
import { createPrinter, OutputClosedError } from './printer.ts';
import { buildProgram, type Program, type Surroundings, wholeTree } from './program.ts';
import { seenSetting } from './settings/seen-settings.ts';
import type { Streams } from './streams.ts';
import { hasColour } from './terminal/colour.ts';
import { version } from './version.ts';

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
  const printer = createPrinter(streams, () => isColoured(argv, streams.stderrIsTTY, streams));
  const surroundings = { streams, printer };
  const tree = wholeTree(operations);
  const asked: Asked = { argv, tree, program: undefined };
  try {
    if (argv.some((word) => word.includes('\ufffd'))) {
      const { refuseUndecodableWords } = await import('./input/undecodable.ts');
      refuseUndecodableWords(argv, streams);
    }
    const topic = namedTopic(leadingWords(argv));
    if (topic !== undefined) {
      const { topicHelp } = await import('./help/show-help.ts');
      await printer.data(await topicHelp(topic, pageOf(asked.argv, streams.stdoutIsTTY, streams)));
      return exitCodes.ok;
    }
    const program = await buildProgram(argv, surroundings, tree);
    asked.program = program;
    await program.command.parseAsync([...program.argv], { from: 'user' });
    return program.context()?.exitCode ?? exitCodes.ok;
  } catch (error) {
    try {
      if (error instanceof CommanderError) return await answer(error, asked, surroundings);
      return await fail(error, asked, surroundings);
    } catch (second) {
      return fail(second, asked, surroundings);
    }
  }
}

/** A command line, and what it asks for as far as that is known. */
interface Asked {
  readonly argv: readonly string[];
  readonly tree: CommandNode;
  program: Program | undefined;
}

/** Commander throws nothing but the end of help and of the version: what it refuses is an error of ours. */
async function answer(
  { code }: CommanderError,
  asked: Asked,
  { streams, printer }: Surroundings,
): Promise<number> {
  if (code === 'commander.version') {
    await printer.data(`${version}\n`);
    return exitCodes.ok;
  }
  const { tree, program } = asked;
  const path = program?.path ?? [];
  const { commandHelp } = await import('./help/show-help.ts');
  if (code === 'commander.helpDisplayed') {
    await printer.data(await commandHelp(tree, path, pageOf(asked.argv, streams.stdoutIsTTY, streams)));
    return exitCodes.ok;
  }
  const { incompleteCommand } = await import('./errors/report-failure.ts');
  const { wantsErrorObject } = await import('./output/error-format.ts');
  if (wantsErrorObject(asked.argv, streams)) throw incompleteCommand(['tunnelctl', ...path].join(' '));
  const help = await commandHelp(tree, path, pageOf(asked.argv, streams.stderrIsTTY, streams));
  await printer.error(help.trimEnd());
  return exitCodes.usage;
}

/** Where help goes. */
function pageOf(argv: readonly string[], isTTY: boolean, streams: Streams): Page {
  return { width: streams.columns, hasColour: isColoured(argv, isTTY, streams) };
}

function isColoured(argv: readonly string[], isTTY: boolean, streams: Streams): boolean {
  return hasColour(streams.env, isTTY, seenSetting('color', argv, streams));
}

/** What ends a command early: a reader that went away, or a failure. */
async function fail(
  error: unknown,
  { argv, program }: Asked,
  { streams, printer }: Surroundings,
): Promise<number> {
  // Whoever reads no further still learns what the command had found out.
  if (error instanceof OutputClosedError) return program?.context()?.exitCode ?? exitCodes.ok;
  // Loaded here: most commands do not fail.
  const [{ reportFailure }, { wantsErrorObject }] = await Promise.all([
    import('./errors/report-failure.ts'),
    import('./output/error-format.ts'),
  ]);
  if (streams.env.TUNNELCTL_DEBUG && error instanceof Error)
    await printer.error(sanitizeBlock(error.stack ?? ''));
  const failure = await advised(error, program?.context());
  const command = ['tunnelctl', ...(program?.path ?? [])].join(' ');
  return reportFailure(failure, command, wantsErrorObject(argv, streams), printer);
}

/** The error with what only this run knows about it. */
async function advised(error: unknown, context: CommandContext | undefined): Promise<unknown> {
  if (context?.usedKey === undefined) return error;
  const { adviseOnRefusedKey } = await import('./connect/refused-key.ts');
  return adviseOnRefusedKey(error, context);
}
