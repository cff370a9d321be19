import { Command, type ParseOptionsResult } from 'commander';
import { CliHelp } from '../help/cli-help.ts';
import { SwitchOption } from './switch-option.ts';

/** Commander's command with our help, and with switches that also take `=true` and `=false`. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  override createHelp(): CliHelp {
    return Object.assign(new CliHelp(), this.configureHelp());
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
    return option.spell(value) ?? this.error(`error: ${name} ${JSON.stringify(value)} is not true or false`);
  }
}
