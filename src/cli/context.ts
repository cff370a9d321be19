import type { ExitCode } from './exit-codes.ts';
import type { Printer } from './printer.ts';
import type { Streams } from './streams.ts';

/** What a command needs besides its own options. */
export interface CommandContext {
  readonly streams: Streams;
  readonly printer: Printer;
  /** What the program exits with when the command returns; a command that fails throws instead. */
  exitCode: ExitCode;
}
