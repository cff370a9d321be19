/** What help says of one command, or of words that need another one. Plain data, for text, pages and programs alike. */
export interface CommandDocument {
  /** All its words, the program's name first: `tunnelctl endpoints create`. */
  readonly command: string;
  /** One line. */
  readonly summary: string;
  /** How the command line is written. */
  readonly usage: string;
  /** Paragraphs have an empty line between them; empty where the summary says all. */
  readonly description: string;
  /** Other words that run it. */
  readonly aliases: readonly string[];
  readonly examples: readonly ExampleDocument[];
  /** In the order of the command line. */
  readonly arguments: readonly ArgumentDocument[];
  /** Its own; the global ones stand in the program's document. */
  readonly options: readonly OptionDocument[];
  /** What else there is to say; its lines are laid out. */
  readonly notes: string;
  /** What can follow its words; empty for a whole command. */
  readonly commands: readonly ListedCommand[];
  /** What it exits with, where that is more than what every command does; the program's has what they all do. */
  readonly exit_codes: readonly ExitCodeDocument[];
}

export interface ExampleDocument {
  /** What it achieves; empty where the command says it. */
  readonly summary: string;
  /** A line or lines to paste into a shell. */
  readonly command: string;
}

export interface ArgumentDocument {
  /** `<file>`, `[code]`, `<value...>` */
  readonly syntax: string;
  readonly description: string;
  /** What its text is taken for: `string`, `integer`. */
  readonly type: string;
  readonly required: boolean;
  /** Takes all that follow, too. */
  readonly repeatable: boolean;
}

export interface OptionDocument {
  /** As help shows it: `-o, --output <format>`, `--[no-]pooling-enabled`. */
  readonly flags: string;
  /** `--output` */
  readonly name: string;
  /** `-o`; null where it has none. */
  readonly short: string | null;
  /** The option that puts a switch off; null where there is none. */
  readonly negation: string | null;
  readonly description: string;
  /** The heading that it stands under. */
  readonly group: string;
  /** `boolean` for a switch. */
  readonly type: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly secret: boolean;
  /** The words that it can be; null where it can be any. */
  readonly choices: readonly string[] | null;
  /** What holds when it is not given, in words where that depends; null where nothing does. */
  readonly default: string | null;
  /** The variable of the environment that says the same; null where there is none. */
  readonly variable: string | null;
}

/** A line of a list of commands in help. */
export interface ListedCommand {
  /** What is left to type, with what it takes: `get <id...>`. */
  readonly words: string;
  readonly summary: string;
  /** The heading that it stands under. */
  readonly group: string;
}

export interface ExitCodeDocument {
  readonly code: number;
  readonly meaning: string;
}
