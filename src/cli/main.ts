import { CommanderError } from 'commander';
import type { CommandContext } from './context.ts';
import { InterruptedError } from './errors/interrupted-error.ts';
import { exitCodes } from './exit-codes.ts';
import { namedTopic } from './parser/command-line.ts';
import { createPrinter, OutputClosedError } from './printer.ts';
import { buildProgram } from './program.ts';
import type { Streams } from './streams.ts';

/**
 * Runs one command line and answers with the exit code. Never ends the process, never throws.
 * @param argv without the program's name
 */
export async function run(argv: readonly string[], streams: Streams): Promise<number> {
  const printer = createPrinter(streams);
  const context: CommandContext = { streams, printer, exitCode: exitCodes.ok };
  const parser = { asked: '', unasked: '', command: 'tunnelctl' };
  try {
    const topic = namedTopic(argv);
    if (topic !== undefined) {
      await printer.data((await topic.load()).text);
      return exitCodes.ok;
    }
    const program = await buildProgram(argv, context, {
      asked: (text) => {
        parser.asked += text;
      },
      unasked: (text) => {
        parser.unasked += text;
      },
    });
    parser.command = program.words;
    await program.command.parseAsync([...program.argv], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    return end(error, argv, parser, context);
  }
}

/** What ends a command early: help, a reader or a user that went away, or a failure. */
async function end(
  error: unknown,
  argv: readonly string[],
  parser: { asked: string; unasked: string; command: string },
  { printer, streams }: CommandContext,
): Promise<number> {
  if (error instanceof OutputClosedError) return exitCodes.ok;
  if (error instanceof InterruptedError && !error.saysState) return exitCodes.interrupted;
  if (error instanceof CommanderError && parser.asked !== '') {
    await printer.data(parser.asked).catch(() => {});
    return exitCodes.ok;
  }
  // Loaded here: most commands do not fail.
  const { reportFailure } = await import('./errors/report-failure.ts');
  return reportFailure(error, argv, parser, { printer, streams });
}
