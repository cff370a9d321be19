import { CommanderError } from 'commander';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { describeFailure, type Failure } from './failure.ts';
import { printableBlock } from './output/printable.ts';
import { createPrinter, OutputClosedError, type Printer } from './printer.ts';
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
    return end(error, parser, context);
  }
}

/** What ends a command early: help, a reader that went away, or a failure. */
async function end(
  error: unknown,
  parser: { asked: string; unasked: string; command: string },
  { printer, streams }: CommandContext,
): Promise<number> {
  if (error instanceof OutputClosedError) return exitCodes.ok;
  if (error instanceof CommanderError && parser.asked !== '') {
    await printer.data(parser.asked).catch(() => {});
    return exitCodes.ok;
  }
  if (error instanceof CommanderError && parser.unasked !== '') {
    await printer.notice(parser.unasked.trimEnd());
    return exitCodes.usage;
  }
  const failure = describeFailure(error, parser.command);
  await printFailure(failure, printer);
  if (streams.env.TUNNELCTL_DEBUG && error instanceof Error) await printer.notice(error.stack ?? '');
  return failure.exitCode;
}

/** The one place that prints errors. */
async function printFailure({ message, code, hint, operationId }: Failure, printer: Printer): Promise<void> {
  const [first, ...more] = printableBlock(message).split('\n');
  await printer.notice(`error: ${first}${code === undefined ? '' : ` (${printableBlock(code)})`}`);
  for (const line of more) await printer.notice(`       ${line}`);
  if (hint !== undefined) await printer.notice(`hint: ${printableBlock(hint)}`);
  if (operationId !== undefined) await printer.notice(`operation id: ${printableBlock(operationId)}`);
}
