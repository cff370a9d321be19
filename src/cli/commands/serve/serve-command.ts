import { type Command, Option } from 'commander';
import { quote } from '../../../contract/rules/rule.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { checkProfileName } from '../../settings/profile.ts';
import { addFaultOptions, readFaultOptions } from './faults.ts';
import { addLogOptions, readLogOptions } from './log.ts';
import { addNetworkOptions, readNetworkOptions } from './network.ts';

/** `tunnelctl serve`: what it takes. What it does is loaded when it runs. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Host the whole service on this machine: a real, durable implementation of the API on one file.\n\n' +
        'The first start makes an admin, an SSH certificate authority and an API key, and prints the lines ' +
        'that set up other shells. The key is shown only then.',
    )
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(new Option('--port <number>', 'port to listen on; 0 picks a free one').default('4040'))
    .addOption(
      new Option(
        '--seed <file|demo>',
        'put the objects of a YAML or JSON file, or the demo account, into it',
      ),
    )
    .addOption(
      new Option('--ephemeral', 'keep everything in a temporary directory that goes away at the end'),
    )
    .addOption(new Option('--new-key', 'make another admin API key and show it'))
    .addOption(
      new Option('--print <text|json>', 'how to say that it serves: text, or json on one line').default(
        'text',
      ),
    )
    .addOption(
      new Option('--save-profile <name>', 'store the address, and a new key where one is made, as a profile'),
    )
    .addHelpText('after', examples);
  addLogOptions(command);
  addNetworkOptions(command);
  addFaultOptions(command);
  command.action(async () => {
    const { data } = readGlobalOptions(command);
    const { host, port, seed, ephemeral, newKey, print, saveProfile }: Given = command.opts();
    if (ephemeral && data !== undefined) throw new UsageError('--ephemeral keeps no file; leave --data out');
    if (print !== 'text' && print !== 'json') {
      throw new UsageError(`--print ${quote(print)} is not one of text, json`);
    }
    if (saveProfile !== undefined) checkProfileName(saveProfile, '--save-profile');
    const { runService } = await import('./run-service.ts');
    const options = {
      data,
      host,
      port: readPort(port),
      door: readNetworkOptions(command.opts(), context.streams),
      disturbance: readFaultOptions(command.opts()),
      log: readLogOptions(command.opts(), context.streams),
      seed,
      isEphemeral: ephemeral === true,
      newKey: newKey === true,
      saveProfile,
    };
    context.exitCode = await runService({ ...options, print }, context);
  });
}

interface Given {
  readonly host: string;
  readonly port: string;
  readonly seed?: string;
  readonly ephemeral?: true;
  readonly newKey?: true;
  readonly print: string;
  readonly saveProfile?: string;
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--port ${quote(text)} is not a port; give a number from 0 to 65535`);
}

const examples = `
Examples:
  # Keep an account of your own in the default file
  tunnelctl serve

  # Try everything on a small believable account that leaves nothing behind
  tunnelctl serve --ephemeral --seed demo

  # Use it from other shells without setting anything there
  tunnelctl serve --save-profile local
  tunnelctl endpoints list --profile local

  # Start it from a script, on any free port
  tunnelctl serve --ephemeral --port 0 --print json`;
