import type { Hint } from '../parser/options.ts';

/** Everything that completion scripts know: what can stand where on the command line. */
export interface CompletionModel {
  /** Every command and every word on the way to one, the program itself first. */
  readonly commands: readonly CommandModel[];
  /** Words that hints refer to by name, such as the error codes. */
  readonly lists: Readonly<Record<string, readonly DescribedWord[]>>;
}

/** A word that a shell can offer. */
export interface DescribedWord {
  readonly word: string;
  /** One line; empty where the word says all. */
  readonly description: string;
}

/** What can follow the words of a command, or of a group of commands. */
export interface CommandModel {
  /** `endpoints get`; empty for the program itself. */
  readonly words: string;
  /** The words that lead on from here; empty for a whole command. */
  readonly children: readonly DescribedWord[];
  readonly options: readonly OptionModel[];
  readonly arguments: readonly ArgumentModel[];
}

/** One spelling of an option. */
export interface OptionModel extends DescribedWord {
  /** Undefined for a switch, which takes no value. */
  readonly value: Hint | undefined;
  readonly isRepeatable: boolean;
}

export interface ArgumentModel {
  readonly value: Hint;
  /** Takes all that follow, too. */
  readonly isRepeatable: boolean;
}
