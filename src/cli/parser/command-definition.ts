import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import type { ArgumentDefinitions, OptionDefinitions, ValuesOf } from './options.ts';

/** A line or lines to paste into a shell, and what they achieve. */
export interface CommandExample {
  readonly summary?: string;
  readonly command: string;
}

/** Everything about one command: what it takes, what help says of it, what it does. */
export interface CommandDefinition<
  O extends OptionDefinitions = OptionDefinitions,
  A extends ArgumentDefinitions = ArgumentDefinitions,
> {
  /** What it does, as help begins; paragraphs have an empty line between them. */
  readonly description: string;
  /** What stands behind its words in help, where that is not what the arguments say. */
  readonly usage?: string;
  /** In the order of the command line. */
  readonly arguments?: A;
  /** In the order of help. */
  readonly options?: O;
  /** What else help says, above the examples. */
  readonly notes?: string;
  readonly examples?: readonly CommandExample[];
  /** The records that it prints, whose members `--columns` can name. */
  readonly prints?: ObjectSchema;
  /** What it exits with besides what every command does, or with another meaning: sentences by their codes. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Words that begin with a dash are the command's own behind its first argument: for running other programs. */
  readonly passesThrough?: boolean;
  /**
   * Does it. What it takes was read already: nothing was sent, and nothing but named files was looked at.
   * @param given options and arguments by their names here
   */
  run(given: ValuesOf<O> & ValuesOf<A>, context: CommandContext): Promise<void>;
}

/** A command whose options are known only at run time. */
// biome-ignore lint/suspicious/noExplicitAny: what one command takes is nothing to another
export type AnyCommand = CommandDefinition<any, any>;

/** States a command; the types of what it takes follow. */
export function defineCommand<
  const O extends OptionDefinitions = Record<never, never>,
  const A extends ArgumentDefinitions = Record<never, never>,
>(definition: CommandDefinition<O, A>): CommandDefinition<O, A> {
  return definition;
}
