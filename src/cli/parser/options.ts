import type { CommandContext } from '../context.ts';

// Options and arguments as data: the parser, help, completion and the reader of values all look at these.

/** What the text of an option or an argument means. */
export interface ValueType<T> {
  /** What a shell can offer for it. */
  readonly hint?: Hint | undefined;
  /** The words that it can be, where there are no others. */
  readonly choices?: readonly string[] | undefined;
  /** What programs that read `commands -o json` take it for: `integer`, `duration`; a string where it does not say. */
  readonly kind?: string | undefined;
  /**
   * The value of a text. Throws a CliError that names what it was given for.
   * @param name as messages call it: `--limit`, `<file>`
   */
  read(text: string, name: string, context: CommandContext): T | Promise<T>;
}

declare const value: unique symbol;

/** An option of a command; `T` is what it comes to when it is read. */
export interface OptionDefinition<T = unknown> {
  /** `-f, --follow` for a switch, `--limit <number>` for an option with a value. */
  readonly flags: string;
  readonly description: string;
  /** The heading in help. */
  readonly group?: string | undefined;
  /** Absent for a switch. */
  readonly type?: ValueType<unknown> | undefined;
  /** May be given several times; all count. */
  readonly isRepeatable?: boolean | undefined;
  /** Another repeatable option of the command: values go into its list, in the order of the command line. */
  readonly joins?: OptionDefinition | undefined;
  /** The text that stands for it when it is not given; help shows it. */
  readonly default?: string | undefined;
  /** What holds when it is not given, where that is decided elsewhere; help shows it. */
  readonly fallback?: string | undefined;
  /** The variable that says the same where it is not given. */
  readonly variable?: string | undefined;
  /** Nothing goes without it, though a terminal or a file may be asked for it too. */
  readonly isRequired?: boolean | undefined;
  /** Nobody else should see its value. */
  readonly isSecret?: boolean | undefined;
  /** A switch that can also be put off: `--no-enabled`, `--enabled=false`. */
  readonly hasNegation?: boolean | undefined;
  /** For types alone. */
  readonly [value]?: T;
}

/** An argument of a command. */
export interface ArgumentDefinition<T = unknown> {
  /** `<file>`, `[code]`, `<value...>` */
  readonly syntax: string;
  readonly description: string;
  readonly type?: ValueType<unknown> | undefined;
  /** Nothing goes without it, though its syntax lets it be left out: a person at a terminal is asked for it. */
  readonly isRequired?: boolean | undefined;
  /** For types alone. */
  readonly [value]?: T;
}

/** Options by the names that a command has for their values. */
export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>;
export type ArgumentDefinitions = Readonly<Record<string, ArgumentDefinition>>;

/** What options or arguments come to. */
export type ValuesOf<D extends OptionDefinitions | ArgumentDefinitions> = {
  readonly [Name in keyof D]: D[Name] extends OptionDefinition<infer T> | ArgumentDefinition<infer T>
    ? T
    : never;
};

/** What else help says of an option. */
interface Place extends Pick<OptionDefinition, 'fallback' | 'variable' | 'isRequired'> {
  readonly group?: string | undefined;
}

/** A switch: on when it is given. */
export function toggle(flags: string, description: string, place: Place = {}): OptionDefinition<boolean> {
  return { flags, description, ...place };
}

/** A switch that can be put off too: `--headers`, `--no-headers`; undefined when neither is given. */
export function switched(
  flags: string,
  description: string,
  { group }: Place = {},
): OptionDefinition<'true' | 'false' | undefined> {
  return { flags, description, group, hasNegation: true };
}

/** An option with a value; undefined when it is not given, unless it has a default. */
export function option<T>(
  flags: string,
  description: string,
  type: ValueType<T>,
  place: Place & { readonly default: string },
): OptionDefinition<T>;
export function option<T>(
  flags: string,
  description: string,
  type: ValueType<T>,
  place?: Place,
): OptionDefinition<T | undefined>;
export function option<T>(
  flags: string,
  description: string,
  type: ValueType<T>,
  place: Place & { readonly default?: string } = {},
): OptionDefinition<T | undefined> {
  return { flags, description, type, ...place };
}

/** An option that may be given several times: its values in the order of the command line. */
export function repeatable<T>(
  flags: string,
  description: string,
  type: ValueType<T>,
  place: Place = {},
): OptionDefinition<readonly T[]> {
  return { flags, description, type, ...place, isRepeatable: true };
}

/** An option that adds to the values of a repeatable one, in the order of the command line; it has none itself. */
export function joining<T>(
  joins: OptionDefinition<readonly T[]>,
  flags: string,
  description: string,
  type: ValueType<T>,
): OptionDefinition<undefined> {
  return { flags, description, type, group: joins.group, isRepeatable: true, joins };
}

/** An argument that must be given, as `<file>`. */
export function argument<T>(
  syntax: `<${string}>`,
  description: string,
  type: ValueType<T>,
): ArgumentDefinition<T>;
/** An argument that may be left out, as `[code]`. */
export function argument<T>(
  syntax: `[${string}]`,
  description: string,
  type: ValueType<T>,
): ArgumentDefinition<T | undefined>;
export function argument<T>(syntax: string, description: string, type: ValueType<T>): ArgumentDefinition<T> {
  return { syntax, description, type };
}

/** The last argument, for as many words as are given: `<value...>`, or `[id...]` where that may be none. */
export function restArguments<T>(
  syntax: `<${string}...>` | `[${string}...]`,
  description: string,
  type: ValueType<T>,
): ArgumentDefinition<readonly T[]> {
  return { syntax, description, type };
}

/** The long form of an option, or the short one where it has no other: `--follow`. */
export function optionName({ flags }: Pick<OptionDefinition, 'flags'>): string {
  return /--[\w.-]+/.exec(flags)?.[0] ?? flags.slice(0, 2);
}

/** The name of an argument as messages have it: `<file>`. */
export function argumentName({ syntax }: Pick<ArgumentDefinition, 'syntax'>): string {
  return `<${syntax.slice(1, -1).replace(/\.\.\.$/, '')}>`;
}

/** What a value can be, for a shell that completes it; all that apply hold at once, and none is fine. */
export interface Hint {
  readonly words?: readonly string[];
  /** The columns of what the command prints. */
  readonly columns?: boolean;
  /** Conditions about the members of what the command prints. */
  readonly conditions?: boolean;
  /** Words as a comma-separated list, each at most once. */
  readonly isCommaSeparated?: boolean;
  /** Each word may have a minus in front. */
  readonly mayBeNegative?: boolean;
  /** Name of a list of the model. */
  readonly list?: string;
  /** What `tunnelctl __complete` answers for this source. */
  readonly source?: string;
  /** A file; a directory; a text that may be `@FILE`; a text that usually is `@FILE`. */
  readonly path?: 'file' | 'directory' | 'at-file' | 'mostly-at-file';
}
