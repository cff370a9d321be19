import { type Command, Help, type Option } from 'commander';
import { SwitchOption } from '../parser/cli-command.ts';
import { globalGroup } from '../parser/global-option-definitions.ts';

/** A line of a list of commands in help. */
export interface ListedCommand {
  readonly words: string;
  readonly summary: string;
  readonly group: string;
}

const listed = new WeakMap<Command, () => readonly ListedCommand[]>();

/** Says what a command's help lists, whatever is registered below it. */
export function listInHelp(command: Command, list: () => readonly ListedCommand[]): void {
  listed.set(command, list);
}

/** Commander's help, with our lists of commands and one line for a switch and its negation. */
export class CliHelp extends Help {
  override formatHelp(command: Command, helper: Help): string {
    // What is the same everywhere comes last.
    const blocks = super
      .formatHelp(command, helper)
      .trimEnd()
      .split(/\n\n(?=\S)/);
    const own = blocks.filter((block) => !block.startsWith(globalGroup));
    return `${[...own, ...blocks.filter((block) => !own.includes(block))].join('\n\n')}\n`;
  }

  override visibleCommands(command: Command): Command[] {
    const list = listed.get(command);
    if (list === undefined) return super.visibleCommands(command);
    return list().map(({ words, summary, group }) =>
      command.createCommand(words).summary(summary).helpGroup(group),
    );
  }

  override subcommandTerm(command: Command): string {
    return command.name();
  }

  override subcommandDescription(command: Command): string {
    return command.summary();
  }

  override optionTerm(option: Option): string {
    return option instanceof SwitchOption ? option.flags.replace('--', '--[no-]') : option.flags;
  }
}
