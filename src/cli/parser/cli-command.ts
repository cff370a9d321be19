import { Command, Option, type ParseOptionsResult } from 'commander';
import { type CliError, usageError } from '../errors/cli-error.ts';
import { orList } from '../words/did-you-mean.ts';
import { nearOptions } from '../words/near-options.ts';

/** A boolean member as a switch: `--pooling-enabled`, `--no-pooling-enabled`, and either as `=true` or `=false`. */
export class SwitchOption extends Option {
  /** The hidden other half: a suggestion names the first. */
  readonly negation: Option;

  constructor(name: string) {
    super(name);
    this.negation = new Option(name.replace('--', '--no-')).hideHelp();
  }

  /** `--pooling-enabled=false` as the switch that means it; undefined when the value is neither true nor false. */
  spell(value: string): string | undefined {
    if (value === 'true') return this.long as string;
    return value === 'false' ? (this.negation.long as string) : undefined;
  }
}

/**
 * Commander's command: switches also take `=true` and `=false`, and what the parser refuses is an error of ours, with
 * the words at fault as data. Commander hands these cases to methods that it does not document (`unknownOption` and
 * its neighbours); its only public sign is an English sentence. A test holds them to being called.
 */
export class CliCommand extends Command {
  #unknownWord: CliError | undefined;

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Says what is wrong with the next word: it leads nowhere from here. */
  refuseWord(error: CliError): void {
    this.#unknownWord = error;
  }

  // Who runs the program shows help; commander only tells that it was asked for.
  override outputHelp(): void {
    this.unknownCommand();
  }

  override parseOptions(argv: string[]): ParseOptionsResult {
    const hasSwitches = this.options.some((option) => option instanceof SwitchOption);
    return super.parseOptions(hasSwitches ? this.#spellSwitches(argv) : argv);
  }

  // Commander's own optional values would swallow the argument behind a plain `--pooling-enabled`.
  #spellSwitches(argv: readonly string[]): string[] {
    const spelled: string[] = [];
    for (let i = 0; i < argv.length; i++) {
      const argument = argv[i] as string;
      if (argument === '--') return [...spelled, ...argv.slice(i)];
      spelled.push(this.#spellSwitch(argument));
      const takesValue = this.options.some(
        (option) => option.required && [option.long, option.short].includes(argument),
      );
      if (takesValue && i + 1 < argv.length) spelled.push(argv[++i] as string);
    }
    return spelled;
  }

  #spellSwitch(argument: string): string {
    const [name = '', value] = argument.split('=', 2);
    const option = this.options.find(({ long }) => long === name);
    if (value === undefined || !(option instanceof SwitchOption)) return argument;
    return option.spell(value) ?? this.#refuse(`${name} ${JSON.stringify(value)} is not true or false`, name);
  }

  missingArgument(name: string): void {
    this.#refuse(`<${name}> is required`, `<${name}>`);
  }

  optionMissingArgument({ long, short }: Option): void {
    const name = long ?? short ?? '';
    this.#refuse(`${name} needs a value`, name);
  }

  unknownOption(given: string): void {
    // What stands behind = may be a secret whose flag is misspelled.
    const flag = given.replace(/=.*$/s, '');
    const known: string[] = [];
    for (let command: Command | null = this; command; command = command.parent) {
      known.push(...command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])));
    }
    const near = orList(nearOptions(flag, [...new Set(known)]));
    this.#refuse(`unknown option '${flag}'${near === '' ? '' : `; did you mean ${near}?`}`, flag);
  }

  _excessArguments(given: readonly string[]): void {
    const count = this.registeredArguments.length;
    const most = count === 0 ? 'no arguments' : count === 1 ? 'one argument' : `at most ${count} arguments`;
    const extra = given.slice(count).map((text) => JSON.stringify(text));
    this.#refuse(`${this.#words()} takes ${most}; leave out ${extra.join(' ')}`);
  }

  unknownCommand(): void {
    if (this.#unknownWord) throw this.#unknownWord;
  }

  #words(): string {
    const words: string[] = [];
    for (let command: Command | null = this; command; command = command.parent) words.unshift(command.name());
    return words.join(' ');
  }

  #refuse(message: string, field?: string): never {
    const help = `${this.#words()} --help`;
    throw usageError(message, { field, hint: `${help} shows what it takes`, next: [help] });
  }
}
