import type { LogFormat, LogLevel } from '../../../hosting/serve.ts';
import { type OptionDefinitions, option, type ValuesOf } from '../../parser/options.ts';
import { choice } from '../../parser/value-types.ts';
import type { Streams } from '../../streams.ts';

const formats = ['text', 'json'] as const satisfies readonly LogFormat[];
const levels = ['error', 'warn', 'info', 'debug', 'off'] as const satisfies readonly LogLevel[];

/** How `serve` tells of the requests that it answers. */
export const logOptions = {
  logFormat: option(
    `--log-format <${formats.join('|')}>`,
    'request log on stderr: text, or json on one line each',
    choice(formats),
  ),
  logLevel: option(
    `--log-level <${levels.join('|')}>`,
    'least that is logged: error, warn (refused callers too), info (every request), debug, off; ' +
      'info on a terminal or with --log-format, else warn',
    choice(levels),
  ),
} as const satisfies OptionDefinitions;

/** The same with its defaults. */
export interface LogChoice {
  readonly format: LogFormat;
  readonly level: LogLevel;
}

export function readLog(
  { logFormat, logLevel }: ValuesOf<typeof logOptions>,
  { stderrIsTTY }: Pick<Streams, 'stderrIsTTY'>,
): LogChoice {
  const isWanted = stderrIsTTY || logFormat !== undefined;
  return { format: logFormat ?? 'text', level: logLevel ?? (isWanted ? 'info' : 'warn') };
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
