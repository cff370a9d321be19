import { type ExitCode, exitCodes } from './exit-codes.ts';
import { createStdinReader, type StdinReader } from './input/named-file.ts';
import { createSecretSource, createTextSource, type TextSource } from './input/text-source.ts';
import type { Printer } from './printer.ts';
import type { FoundKey } from './settings/api-key.ts';
import { type EffectiveSettings, effectiveSettings } from './settings/effective-settings.ts';
import type { GlobalOptions } from './settings/global-options.ts';
import type { Streams } from './streams.ts';

/** What one run of a command has besides what it takes. */
export interface CommandContext {
  readonly streams: Streams;
  readonly printer: Printer;
  /** The global options as they were given. */
  readonly options: GlobalOptions;
  /** What holds for this command; looked up on first use. Throws a CliError for files that cannot be read. */
  readonly settings: EffectiveSettings;
  /** Stdin as data, for one taker. */
  readonly stdin: StdinReader;
  /** What values of the command line stand for: `@FILE`, `@-`. */
  readonly text: TextSource;
  /** The same for secrets: `env:NAME` too. */
  readonly secret: TextSource;
  /** The API key that the service was called with; undefined as long as none was. */
  usedKey: FoundKey | undefined;
  /** What the program exits with when the command returns; a command that fails throws instead. */
  exitCode: ExitCode;
}

export function createContext(streams: Streams, printer: Printer, options: GlobalOptions): CommandContext {
  const stdin = createStdinReader(streams);
  const text = createTextSource(streams, stdin);
  let settings: EffectiveSettings | undefined;
  return {
    streams,
    printer,
    options,
    get settings() {
      settings ??= effectiveSettings(options, streams);
      return settings;
    },
    stdin,
    text,
    secret: createSecretSource(text, streams, printer),
    usedKey: undefined,
    exitCode: exitCodes.ok,
  };
}
