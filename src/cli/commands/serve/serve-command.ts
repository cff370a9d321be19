import { fieldError } from '../../errors/cli-error.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { option, toggle, type ValueType } from '../../parser/options.ts';
import { choice, text, wholeNumber } from '../../parser/value-types.ts';
import { checkProfileName } from '../../settings/profile.ts';
import { seedSource } from '../sandbox/account-file.ts';
import { networkOptions, readNetwork } from './network.ts';
import { faultOptions, logOptions, readFaults, readLog } from './service-options.ts';

/** A profile that may be there or not. */
const profileName: ValueType<string> = {
  read(given, name) {
    checkProfileName(given, name);
    return given;
  },
};

/** `tunnelctl serve`: what it takes. What it does is loaded when it runs. */
export const command = defineCommand({
  description:
    'Host the whole service on this machine: a real, durable implementation of the API on one file.\n\n' +
    'The first start makes an admin, an SSH certificate authority and an API key, and prints the lines ' +
    'that set up other shells. The key is shown only then.',
  options: {
    host: option('--host <address>', 'address to listen on', text, { default: '127.0.0.1' }),
    port: option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber(0, 65_535), {
      default: '4040',
    }),
    seed: option(
      '--seed <file|demo>',
      'put the objects of a YAML or JSON file (- is stdin; as manifests have them), or the demo account, into it',
      seedSource,
    ),
    ephemeral: toggle('--ephemeral', 'keep everything in a temporary directory that goes away at the end'),
    newKey: toggle('--new-key', 'make another admin API key and show it'),
    print: option(
      '--print <text|json>',
      'how to say that it serves: text, or json on one line',
      choice(['text', 'json']),
      { default: 'text' },
    ),
    saveProfile: option(
      '--save-profile <name>',
      'store the address, and a new key where one is made, as a profile',
      profileName,
    ),
    ...logOptions,
    ...networkOptions,
    ...faultOptions,
  },
  examples: [
    { summary: 'Keep an account of your own in the default file', command: 'tunnelctl serve' },
    {
      summary: 'Try everything on a small believable account that leaves nothing behind',
      command: 'tunnelctl serve --ephemeral --seed demo',
    },
    {
      summary: 'Use it from other shells without setting anything there',
      command: 'tunnelctl serve --save-profile local\ntunnelctl endpoints list --profile local',
    },
    {
      summary: 'Start it from a script, on any free port',
      command: 'tunnelctl serve --ephemeral --port 0 --print json',
    },
  ],
  async run(given, context) {
    const { host, port, seed, ephemeral, newKey, print, saveProfile } = given;
    if (ephemeral && context.options.data !== undefined) {
      throw fieldError('--ephemeral', 'keeps no file; leave --data out');
    }
    const network = await readNetwork(given);
    const service = { host, port, newKey, ...network, ...readFaults(given), ...(seed && { seed }) };
    const log = readLog(given, context.streams);
    const { runService } = await import('./run-service.ts');
    context.exitCode = await runService({ service, log, ephemeral, print, saveProfile }, context);
  },
});
