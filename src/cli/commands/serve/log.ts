import { type Command, Option } from 'commander';
import { quote } from '../../../contract/rules/rule.ts';
import type { LogFormat, LogLevel } from '../../../hosting/serve.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { didYouMean } from '../../parser/did-you-mean.ts';
import type { Streams } from '../../streams.ts';

/** How `serve` tells of the requests that it answers. */
export interface LogOptions {
  readonly format: LogFormat;
  readonly level: LogLevel;
}

const formats = ['text', 'json'] as const satisfies readonly LogFormat[];
const levels = ['error', 'warn', 'info', 'debug', 'off'] as const satisfies readonly LogLevel[];

export function addLogOptions(command: Command): void {
  command
    .addOption(
      new Option(
        `--log-format <${formats.join('|')}>`,
        'request log on stderr: text, or json on one line each',
      ),
    )
    .addOption(
      new Option(
        `--log-level <${levels.join('|')}>`,
        'least that is logged: error, warn (refused callers too), info (every request), debug, off; ' +
          'info on a terminal or with --log-format, else warn',
      ),
    );
}

export function readLogOptions(
  given: { logFormat?: string; logLevel?: string },
  { stderrIsTTY }: Pick<Streams, 'stderrIsTTY'>,
): LogOptions {
  const { logFormat, logLevel } = given;
  const isWanted = stderrIsTTY || logFormat !== undefined;
  return {
    format: logFormat === undefined ? 'text' : oneOf('--log-format', logFormat, formats),
    level: logLevel === undefined ? (isWanted ? 'info' : 'warn') : oneOf('--log-level', logLevel, levels),
  };
}

function oneOf<Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw new UsageError(`${flag} ${quote(text)} is not one of ${words.join(', ')}${didYouMean(text, words)}`);
}

/** More than a reader that is merely slow leaves behind. */
const mostWaitingBytes = 1024 * 1024;

/** Writes log entries; those for which a slow reader leaves no room are counted instead of kept. */
export function logWriter({ stderr }: Pick<Streams, 'stderr'>, write: (line: string) => unknown) {
  let lost = 0;
  return (entry: string): void => {
    if (stderr.writableLength > mostWaitingBytes) {
      lost += 1;
      return;
    }
    if (lost > 0) write(`${lost} log entries were lost: nobody read them`);
    lost = 0;
    write(entry);
  };
}
