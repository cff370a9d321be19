import { type Command, Option } from 'commander';
import type { CatalogueEntry } from '../contract/index.ts';
import type { CommandContext } from './command-context.ts';
import { type Flag, flagsOf } from './flags.ts';
import { readGlobalOptions } from './global-options.ts';
import { describeOperation, flagDescription, flagGroup, flagValue } from './help/operation-help.ts';
import { addArguments, readArguments } from './operation-arguments.ts';
import { addPagingOptions, readPaging } from './paging-options.ts';
import { runOperation } from './run-operation.ts';
import { SwitchOption } from './switch-option.ts';

/** Gives a command what an operation of the contract takes, and runs the operation. */
export function defineOperation(command: Command, entry: CatalogueEntry, context: CommandContext): void {
  const { resource, operation } = entry;
  const flags = operation.body ? flagsOf(operation.body) : [];
  const given = new Map<Flag, string[] | boolean>();
  describeOperation(command, entry, flags);
  addArguments(command, resource, operation);
  for (const flag of flags) addFlag(command, entry, flag, given);
  if (operation.list?.paged) addPagingOptions(command);
  command.action(async () => {
    const run = {
      entry,
      parameters: readArguments(operation, command.args),
      flags,
      given,
      options: readGlobalOptions(command),
      ...(operation.list?.paged && { paging: readPaging(command) }),
    };
    await runOperation(run, context);
  });
}

function addFlag(
  command: Command,
  { operation }: CatalogueEntry,
  flag: Flag,
  given: Map<Flag, string[] | boolean>,
): void {
  const description = flagDescription(flag, operation);
  const group = flagGroup(flag, operation);
  if (flag.kind === 'boolean') {
    const option = new SwitchOption(flag.name, description);
    command.addOption(option.helpGroup(group)).addOption(option.negation);
    command.on(`option:${option.name()}`, () => given.set(flag, true));
    command.on(`option:${option.negation.name()}`, () => given.set(flag, false));
    return;
  }
  const option = new Option(`${flag.name} <${flagValue(flag)}>`, description).helpGroup(group);
  option.argParser((text: string) => {
    given.set(flag, [...((given.get(flag) as string[] | undefined) ?? []), text]);
  });
  command.addOption(option);
}
