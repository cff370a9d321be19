import type { Readable } from 'node:stream';
import { sanitizeBlock, sanitizeLine } from '../../contract/rules/sanitize.ts';
import type { CommandContext } from '../context.ts';
import { CliError, interruptedError, usageError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';

/**
 * Whether somebody is there who can be asked: at a terminal in and out, stdin not used for data, and not told
 * otherwise. Nothing else counts, least of all whether a pipeline says that it is one.
 */
export function canPrompt({ options, streams, stdin }: CommandContext): boolean {
  if (options.noInput || streams.env.TUNNELCTL_NO_INPUT || stdin.taker !== undefined) return false;
  // Questions stand on stderr, so that an answer on stdout can be kept apart.
  return streams.stdinIsTTY && streams.stdoutIsTTY && streams.stderrIsTTY;
}

/** Undefined when the answer will do, else what is wrong with it. */
type Judge = (answer: string) => string | undefined | Promise<string | undefined>;

export interface Choice<T> {
  readonly name: string;
  readonly value: T;
  readonly description?: string;
}

/** Asks whoever sits at the terminal. Ctrl-C ends any question with a CliError. */
export interface Questions {
  /** One line. */
  text(message: string, judge?: Judge, suggestion?: string): Promise<string>;
  /** One line that is not shown. */
  secret(message: string, judge?: Judge): Promise<string>;
  /** What $VISUAL or $EDITOR makes of a text. @param extension of the file in it, as `.yml` */
  edit(message: string, extension: string, judge?: Judge, start?: string): Promise<string>;
  confirm(message: string, suggestion?: boolean): Promise<boolean>;
  choose<T>(message: string, choices: readonly Choice<T>[]): Promise<T>;
  /** One of many, found by typing a part of its name. */
  find<T>(message: string, choices: readonly Choice<T>[]): Promise<T>;
  chooseSome<T>(message: string, choices: readonly Choice<T>[], range?: Range): Promise<T[]>;
}

interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

const ROWS = 12;

/** Loads what draws questions. They stand on stderr. */
export async function openQuestions({
  stdin,
  stderr,
}: Pick<Streams, 'stdin' | 'stderr'>): Promise<Questions> {
  const prompts = await import('@inquirer/prompts');
  const context = { input: stdin, output: stderr };
  return {
    text: (message, judge, suggestion) =>
      ask(prompts.input({ ...asked(message, judge), default: suggestion }, context)),
    secret: (message, judge) => ask(prompts.password(asked(message, judge), context)),
    edit: (message, extension, judge, start) =>
      ask(prompts.editor({ ...asked(message, judge), postfix: extension, default: start }, context)),
    confirm: (message, suggestion = false) =>
      ask(prompts.confirm({ ...asked(message), default: suggestion }, context)),
    choose: (message, choices) =>
      ask(prompts.select({ ...asked(message), choices: printable(choices), pageSize: ROWS }, context)),
    find: (message, choices) =>
      ask(
        prompts.search(
          {
            message: sanitizeBlock(message),
            source: (term = '') => matching(printable(choices), term),
            pageSize: ROWS,
          },
          context,
        ),
      ),
    chooseSome(message, choices, { min = 0, max = choices.length } = {}) {
      const validate = ({ length }: { readonly length: number }) =>
        (length >= min && length <= max) || `choose ${min === max ? min : `${min} to ${max}`}`;
      const some = { choices: printable(choices), pageSize: ROWS, required: min > 0, validate };
      return ask(prompts.checkbox({ ...asked(message), ...some }, context));
    },
  };
}

function asked(message: string, judge?: Judge) {
  return {
    message: sanitizeBlock(message),
    ...(judge && { validate: async (answer: string) => (await judge(answer)) ?? true }),
  };
}

async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { name } = error as Error;
    throw name === 'ExitPromptError' || name === 'AbortPromptError' ? interruptedError() : error;
  }
}

// Names of records come from elsewhere.
function printable<T>(choices: readonly Choice<T>[]): Choice<T>[] {
  return choices.map((choice) => ({ ...choice, name: sanitizeLine(choice.name) }));
}

function matching<T>(choices: readonly Choice<T>[], term: string): readonly Choice<T>[] {
  const words = term.toLowerCase().split(/\s+/);
  return choices.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

/** Refuses to take something away when nobody can be asked, before any request. */
export function requireConsent(context: CommandContext): void {
  const terminal = canPrompt(context) ? undefined : terminalBesideStdin(context);
  terminal?.destroy();
  if (terminal !== undefined || canPrompt(context)) return;
  throw usageError('this needs a confirmation, and there is no terminal to ask for it', {
    field: '--yes',
    hint: 'add --yes to go ahead without being asked',
  });
}

/**
 * The terminal that answers while stdin is taken by data, as by ids of a pipeline: where the question can be seen,
 * which is on stderr, and questions are not put off.
 */
function terminalBesideStdin({ options, streams, stdin }: CommandContext): Readable | undefined {
  if (options.noInput || streams.env.TUNNELCTL_NO_INPUT) return undefined;
  if (stdin.taker === undefined || !streams.stderrIsTTY) return undefined;
  return streams.openTerminal?.();
}

/**
 * Shows what will go and asks. Throws a CliError unless the answer is yes.
 * @param lines what stands above the question
 */
export async function confirm(
  question: string,
  lines: readonly string[],
  context: CommandContext,
): Promise<void> {
  const { streams, printer } = context;
  for (const line of lines) await printer.coloured(line);
  const terminal = canPrompt(context) ? undefined : terminalBesideStdin(context);
  try {
    const questions = await openQuestions({ stdin: terminal ?? streams.stdin, stderr: streams.stderr });
    if (await questions.confirm(question)) return;
  } finally {
    terminal?.destroy();
  }
  throw new CliError('NOT_CONFIRMED', 'not confirmed; nothing was changed');
}
