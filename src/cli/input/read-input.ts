import type { LazyConnection } from '../connect/lazy-connection.ts';
import type { CommandContext } from '../context.ts';
import { readTargets, requireTargets, type Targets } from '../operation/batch/targets.ts';
import { checkBody } from '../operation/body-check.ts';
import { readBody, type ValueSources } from '../operation/request-body.ts';
import type { OperationRun } from '../operation/run-operation.ts';
import { commandWords } from '../parser/command-tree.ts';
import type { Streams } from '../streams.ts';
import type { BodyFile } from './body-file.ts';
import type { Members } from './body-members.ts';
import { canPrompt } from './can-prompt.ts';
import { lacksMembers } from './lacking-members.ts';
import type { StdinReader } from './stdin-reader.ts';

/** What a command was given, whole and judged. */
export interface Input {
  readonly targets: Targets;
  readonly body: Members;
  /** Whether there is somebody to ask for more. */
  canPrompt(): boolean;
}

/** Where values come from besides the command line. */
export interface InputSources extends ValueSources {
  readonly stdin: StdinReader;
}

/**
 * Reads what the command line, the file and stdin give, asks for what is missing where somebody is there, and
 * judges it all. Throws a UsageError: nothing but look-ups for questions was sent.
 */
export async function readInput(
  run: OperationRun,
  sources: InputSources,
  service: LazyConnection,
  { streams }: CommandContext,
): Promise<Input> {
  const { entry, flags, given, options, input } = run;
  let targets = await readTargets(entry, run.args, sources.stdin);
  const file = await readFile(input.fromFile, sources.stdin, streams);
  const body = await readBody(given, sources, file?.members);
  const lacks = targets.missing.length > 0 || lacksMembers(entry.operation, body);
  const canAsk = () => canPrompt(options, streams, sources.stdin);
  if (lacks && canAsk()) {
    const { askForInput } = await import('./ask-for-input.ts');
    targets = await askForInput(run, targets, body, service, streams);
  }
  requireTargets(targets, entry, commandWords(entry));
  run.extras.prepare(body, streams);
  await checkBody(entry.operation, body, { flags, given, file });
  return { targets, body, canPrompt: canAsk };
}

async function readFile(
  name: string | undefined,
  stdin: StdinReader,
  streams: Streams,
): Promise<BodyFile | undefined> {
  if (name === undefined) return undefined;
  const { readBodyFile } = await import('./body-file.ts');
  return readBodyFile(name, streams, stdin);
}
