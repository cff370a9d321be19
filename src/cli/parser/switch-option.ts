import { Option } from 'commander';

/** A boolean member as a switch: `--pooling-enabled`, `--no-pooling-enabled`, and either as `=true` or `=false`. */
export class SwitchOption extends Option {
  /** The hidden other half: help shows both in one line. */
  readonly negation: Option;

  constructor(name: string, description: string) {
    super(name, description);
    this.negation = new Option(name.replace('--', '--no-')).hideHelp();
  }

  /** `--pooling-enabled=false` as the switch that means it; undefined when the value is neither true nor false. */
  spell(value: string): string | undefined {
    if (value === 'true') return this.long as string;
    return value === 'false' ? (this.negation.long as string) : undefined;
  }
}
