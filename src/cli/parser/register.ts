import { Option } from 'commander';
import type { CommandContext } from '../context.ts';
import { type CliCommand, SwitchOption } from './cli-command.ts';
import type { AnyCommand } from './command-definition.ts';
import { type GivenOptions, readAll } from './given-options.ts';
import { globalOptions } from './global-option-definitions.ts';
import {
  type ArgumentDefinition,
  type ArgumentDefinitions,
  argumentName,
  type OptionDefinition,
} from './options.ts';

/**
 * Gives commander what a command takes.
 * @param given what takes its options; undefined where none stand on the command line
 */
export function registerCommand(
  command: CliCommand,
  definition: AnyCommand,
  given: GivenOptions | undefined,
): void {
  const { passesThrough } = definition;
  if (passesThrough) command.passThroughOptions();
  for (const { syntax } of argumentsOf(definition)) command.argument(syntax);
  if (given === undefined) return;
  for (const option of Object.values<OptionDefinition>(definition.options ?? {})) {
    registerOption(command, option, given);
  }
}

/** The arguments of a command in the order of the command line. */
export function argumentsOf({ arguments: definitions = {} }: AnyCommand): ArgumentDefinition[] {
  return Object.values(definitions as ArgumentDefinitions);
}

/** Offers the global options at this place of the command line. */
export function registerGlobalOptions(command: CliCommand, given: GivenOptions): void {
  for (const definition of Object.values<OptionDefinition>(globalOptions)) {
    registerOption(command, definition, given);
  }
}

function registerOption(command: CliCommand, definition: OptionDefinition, given: GivenOptions): void {
  const { flags, hasNegation } = definition;
  if (hasNegation) {
    const option = new SwitchOption(flags);
    command.addOption(option).addOption(option.negation);
    command.on(`option:${option.name()}`, () => given.add(definition, 'true'));
    command.on(`option:${option.negation.name()}`, () => given.add(definition, 'false'));
    return;
  }
  const option = new Option(flags);
  command.addOption(option);
  command.on(`option:${option.name()}`, (text?: string) => given.add(definition, text ?? 'true'));
}

/** What a command was given, read. Throws a CliError for the first that cannot be. */
export async function readCommandLine(
  definition: AnyCommand,
  given: GivenOptions,
  words: readonly string[],
  context: CommandContext,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = await given.read(definition.options ?? {}, context);
  const definitions = Object.entries((definition.arguments ?? {}) as ArgumentDefinitions);
  for (const [i, [name, argument]] of definitions.entries()) {
    const read = (text: string) =>
      argument.type ? argument.type.read(text, argumentName(argument), context) : text;
    const [word] = words.slice(i);
    if (argument.syntax.includes('...')) values[name] = await readAll(words.slice(i), read);
    else values[name] = word === undefined ? undefined : await read(word);
  }
  return values;
}
