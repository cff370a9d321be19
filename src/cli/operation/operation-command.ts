import { type Command, Option } from 'commander';
import type { CatalogueEntry } from '../../contract/index.ts';
import type { CommandContext } from '../context.ts';
import { describeOperation, flagDescription, flagGroup, flagValue } from '../help/operation-help.ts';
import { addInputOptions, readInputOptions } from '../input/input-options.ts';
import { addOutputOptions, readOutputChoices } from '../output/output-options.ts';
import { readGlobalOptions } from '../parser/global-options.ts';
import { SwitchOption } from '../parser/switch-option.ts';
import { addTargets } from './batch/targets.ts';
import { type Flag, flagsOf } from './flags.ts';
import { addPagingOptions, readPaging } from './paging-options.ts';
import { addPlugins, readPlugins } from './plugins/plugins.ts';
import { runOperation } from './run-operation.ts';

/** Gives a command what an operation of the contract takes, and runs the operation. */
export function defineOperation(command: Command, entry: CatalogueEntry, context: CommandContext): void {
  const { operation } = entry;
  const flags = operation.body ? flagsOf(operation.body) : [];
  const given = new Map<Flag, string[] | boolean>();
  describeOperation(command, entry, flags);
  addTargets(command, entry);
  for (const flag of flags) addFlag(command, entry, flag, given);
  addPlugins(command, entry);
  if (operation.list?.paged) addPagingOptions(command);
  addOutputOptions(command, operation);
  addInputOptions(command, operation);
  command.action(async () => {
    const options = readGlobalOptions(command);
    const extras = readPlugins(command, entry, given);
    const run = {
      entry: extras.entry,
      extras,
      args: command.args,
      flags,
      given,
      input: readInputOptions(command),
      options,
      output: readOutputChoices(command),
      ...(operation.list?.paged && { paging: readPaging(command, options, context.streams) }),
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
