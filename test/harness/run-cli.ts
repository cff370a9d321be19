import { EventEmitter, once } from 'node:events';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { run } from '../../src/cli/main.ts';
import type { Streams } from '../../src/cli/streams.ts';
import { type Clock, systemClock } from '../../src/client/clock.ts';
import type { CatalogueEntry } from '../../src/contract/index.ts';

/** How a command line is run; as on a pipe and with nothing set up, where a test does not say. */
export interface Surroundings {
  /** Whole, or as it comes. */
  readonly stdin?: string | Uint8Array | Readable;
  /** Where stdout is not kept: a device, say. */
  readonly stdout?: Writable;
  /** What tells the bytes of the command line and of the environment. */
  readonly startBytes?: Streams['startBytes'];
  readonly isTTY?: boolean;
  /** Where stderr is another than the others. */
  readonly stderrIsTTY?: boolean;
  readonly columns?: number;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** Of another API than the one that the program is for. */
  readonly operations?: readonly CatalogueEntry[];
  /** One that the test moves, where a command waits. */
  readonly clock?: Clock;
}

/** What a command left behind. */
export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that is still running. */
export interface RunningCli {
  /** Everything on stdout so far. */
  stdout(): string;
  /** Everything on stderr so far. */
  stderr(): string;
  /** Resolves with the first output on stdout, or the end of the command. */
  readonly firstOutput: Promise<unknown>;
  signal(name: string): void;
  readonly outcome: Promise<Outcome>;
}

/** Runs a command line in this process. */
export function runCli(argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  return startCli(argv, surroundings).outcome;
}

/** Starts a command line in this process. */
export function startCli(argv: readonly string[], surroundings: Surroundings = {}): RunningCli {
  const { stdin = '', isTTY = false, columns = 80, env = {}, cwd = '/nonexistent' } = surroundings;
  const { clock = systemClock, operations } = surroundings;
  const signals = new EventEmitter();
  const stdout = capture();
  const stderr = capture();
  const streams: Streams = {
    stdin: stdin instanceof Readable ? stdin : Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    stdout: surroundings.stdout ?? stdout.stream,
    stderr: stderr.stream,
    stdinIsTTY: isTTY,
    stdoutIsTTY: isTTY,
    stderrIsTTY: surroundings.stderrIsTTY ?? isTTY,
    columns,
    env,
    startBytes: surroundings.startBytes,
    cwd,
    signals,
    clock,
  };
  const outcome = run(argv, streams, operations).then((exitCode) => ({
    exitCode,
    stdout: stdout.text(),
    stderr: stderr.text(),
  }));
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    firstOutput: Promise.race([once(stdout.stream, 'data'), outcome]),
    signal: (name) => signals.emit(name),
    outcome,
  };
}

function capture(): { stream: PassThrough; text: () => string } {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { stream, text: () => text };
}
